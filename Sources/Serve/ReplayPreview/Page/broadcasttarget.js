// The fields that choose the target of a broadcast. A stream key is in its field until it is sent, and nowhere else.

import { checkField } from './controls.js';
import { element, field, select } from './dom.js';
import { sentence } from './format.js';

const others = [
  ['address', 'Your own server'], ['web', 'Viewers in a browser'], ['file', 'A movie file'],
  ['folder', 'A folder for a web server'],
];

/** The choice of a target, with its key. */
export class TargetFields {
  node = element('div', { class: 'target-fields' });
  #choice;
  #none;
  #details = element('div', { class: 'target-details' });
  #services = new Map();
  #folder = '';
  #read = () => ({});
  #key = null;

  /**
   * @param {{label: string, none: string}} texts the label, and the choice of no target
   * @param {() => void} onChange called when another target is chosen
   */
  constructor({ label, none }, onChange) {
    this.#none = ['', none];
    this.#choice = select([this.#none, ...others], {
      onchange: () => {
        this.#show();
        onChange();
      },
    });
    this.node.append(field(label, this.#choice), this.#details);
  }

  /** Offers the services of the server. */
  offer({ services, folder, problem }) {
    const chosen = this.#choice.value;
    this.#services = new Map(services.map((each) => [`service ${each.name}`, each]));
    this.#folder = folder;
    const titled = ({ name, summary }) => (summary ? `${name}: ${summary}` : name);
    const options = [this.#none, ...[...this.#services].map(([value, each]) => [value, titled(each)]), ...others];
    this.#choice.replaceChildren(...options.map(([value, text]) => element('option', { value, text })));
    this.#choice.value = chosen;
    this.node.querySelector('.services-problem')?.remove();
    if (problem) this.node.append(element('p', { class: 'problem services-problem', text: sentence(problem) }));
  }

  /** True if a target is chosen. */
  get isChosen() {
    return this.#choice.value !== '';
  }

  /** The name of the target for users. */
  get title() {
    const { target } = this.#read();
    return this.#services.get(this.#choice.value)?.name ?? (target || this.#choice.selectedOptions[0].text);
  }

  /** The body of a request for this broadcast, or the sentence of what is missing. */
  get value() {
    const { body, missing } = this.#read();
    if (missing) return { missing };
    return { body: this.#key?.value ? { ...body, key: this.#key.value.trim() } : body };
  }

  /** Goes back to no target, and forgets the key. */
  clear() {
    this.forgetKey();
    this.#choice.value = '';
    this.#show();
  }

  forgetKey() {
    if (this.#key) this.#key.value = '';
  }

  #show() {
    this.#key = null;
    const kind = this.#choice.value;
    const service = this.#services.get(kind);
    const fields = service ? this.#serviceFields(service) : this.#fields[kind]?.() ?? [];
    this.#details.replaceChildren(...fields);
  }

  #serviceFields({ name, needsKey, hasKey, address }) {
    this.#read = () => ({
      body: { service: name }, missing: needsKey && !this.#key.value ? 'Enter the stream key of the service.' : null,
    });
    const hint = hasKey ? `Without one, the key in the file of ${name} is used.` : address;
    return [this.#keyField(needsKey ? 'Stream key' : 'Stream key (optional)', hint)];
  }

  #fields = {
    address: () => {
      const input = this.#text('rtmp://HOST/APPLICATION');
      this.#read = () => ({
        target: input.value.trim(), body: { address: input.value.trim() },
        missing: input.value.trim() ? null : 'Enter the address of the server.',
      });
      return [field('Address', input, 'It begins with rtmp://, rtmps:// or srt://.'),
        this.#keyField('Stream key or passphrase (optional)')];
    },
    web: () => {
      const listen = select([['', 'This computer only'], ['0.0.0.0', 'Everybody on the network who has the address']]);
      this.#read = () => ({ body: { web: listen.value }, target: 'viewers' });
      return [field('Who can watch', listen, 'The address is shown when the broadcast is live. It is not encrypted.')];
    },
    file: () => this.#path('file', 'File', 'talk.mkv', 'Its name ends with .mkv, .mp4, .ts or .flv.'),
    folder: () => this.#path('folder', 'Folder', 'live', 'It must be empty or new.'),
  };

  #path(kind, label, placeholder, hint) {
    const input = this.#text(placeholder);
    const { node, input: replaces } = checkField('Replace what is there');
    this.#read = () => ({
      target: input.value.trim(), body: { [kind]: input.value.trim(), overwrite: replaces.checked },
      missing: input.value.trim() ? null : 'Enter a name.',
    });
    const place = this.#folder ? ` Without a path, it is in ${this.#folder}.` : '';
    return [field(label, input, hint + place), node];
  }

  #text(placeholder) {
    return element('input', { type: 'text', placeholder, maxlength: 4000, spellcheck: 'false', autocomplete: 'off' });
  }

  #keyField(label, hint = null) {
    this.#key = element('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', maxlength: 4000 });
    return field(label, this.#key, hint);
  }
}

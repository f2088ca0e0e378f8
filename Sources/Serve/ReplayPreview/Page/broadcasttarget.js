// The fields that choose the target of a broadcast. A stream key is in its field until it is sent, and nowhere else.

import { bitsPerSecond } from './bitrate.js';
import { checkField } from './controls.js';
import { button, copyText, element, field, select } from './dom.js';
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
  #bitRate = null;

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

  /** True if a target is chosen to which a page can send. */
  get canStart() {
    return this.isChosen && !this.#services.get(this.#choice.value)?.command;
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
    const rate = bitsPerSecond(this.#bitRate?.value ?? '');
    if (rate === null) return { missing: 'Enter a bit rate from 0.25 to 100 Mbit/s, such as 4.' };
    return { body: { ...body, ...(rate && { bitRate: rate }), ...(this.#key?.value && { key: this.#key.value.trim() }) } };
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
    [this.#key, this.#bitRate] = [null, null];
    const kind = this.#choice.value;
    const service = this.#services.get(kind);
    const fields = service ? this.#serviceFields(service) : this.#fields[kind]?.() ?? [];
    this.#details.replaceChildren(...fields);
  }

  #serviceFields({ name, needsKey, hasKey, address, command }) {
    if (command) {
      this.#read = () => ({ missing: `Start the broadcast to ${name} in a terminal, or choose another target.` });
      return [this.#commandNote(name, command)];
    }
    this.#read = () => ({
      body: { service: name }, missing: needsKey && !this.#key.value ? 'Enter the stream key of the service.' : null,
    });
    const hint = hasKey ? `Without one, the key in the file of ${name} is used.` : address;
    return [this.#keyField(needsKey ? 'Stream key' : 'Stream key (optional)', hint), this.#bitRateField()];
  }

  // A set-up program may ask questions, which only a terminal can show.
  #commandNote(name, command) {
    return element('div', { class: 'target-command' },
      element('p', { text: `A program sets up ${name}, and may ask you questions. Start it in a terminal:` }),
      element('p', {}, element('code', { text: command }),
        button({ icon: 'copy', title: 'Copy the command', onclick: () => copyText(command, 'command') })),
      element('p', { class: 'hint', text: 'It sends the recording in progress, or begins one. The broadcast then appears here.' }));
  }

  #fields = {
    address: () => {
      const input = this.#text('rtmp://HOST/APPLICATION');
      this.#read = () => ({
        target: input.value.trim(), body: { address: input.value.trim() },
        missing: input.value.trim() ? null : 'Enter the address of the server.',
      });
      return [field('Address', input, 'It begins with rtmp://, rtmps:// or srt://.'),
        this.#keyField('Stream key or passphrase (optional)'), this.#bitRateField()];
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

  #bitRateField() {
    this.#bitRate = element('input', { type: 'text', inputmode: 'decimal', placeholder: 'As recorded', maxlength: 8, autocomplete: 'off' });
    return field('Highest bit rate in Mbit/s (optional)', this.#bitRate,
      'The video is then encoded again for this target. The recording is not changed.');
  }

  #keyField(label, hint = null) {
    this.#key = element('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', maxlength: 4000 });
    return field(label, this.#key, hint);
  }
}

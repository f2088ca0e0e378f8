// The broadcasts with which a recording begins.

import { button, element, toast } from './dom.js';
import { TargetFields } from './broadcasttarget.js';

/** The choice of targets before recording. */
export class BroadcastChoice {
  node = element('fieldset', { class: 'broadcast-choice' }, element('legend', { text: 'Broadcast' }));
  #list = element('ul', { class: 'chosen-targets', 'aria-label': 'Targets of the broadcast', hidden: true });
  #add = button({ icon: 'add', text: 'Another target', hidden: true, onclick: () => this.#keep() });
  #fields = new TargetFields({ label: 'Send to', none: 'Nobody' }, () => this.#show());
  #kept = [];

  constructor(api) {
    this.node.append(this.#list, this.#fields.node, this.#add);
    // Without the services, the other targets can be chosen.
    api.get('/api/services').then((found) => this.#fields.offer(found), () => {});
  }

  /** The bodies of the requests, or null if something is missing, which is then told. */
  get bodies() {
    const bodies = this.#kept.map(({ body }) => body);
    if (!this.#fields.isChosen) return bodies;
    const { body, missing } = this.#fields.value;
    if (!missing) return [...bodies, body];
    toast(missing);
    return null;
  }

  /** Forgets the stream keys. */
  clear() {
    this.#fields.forgetKey();
    this.#kept = [];
    this.#showKept();
  }

  #keep() {
    const { body, missing } = this.#fields.value;
    if (missing) {
      toast(missing);
      return;
    }
    this.#kept.push({ body, title: this.#fields.title });
    this.#fields.clear();
    this.#showKept();
    this.#show();
    this.#fields.node.querySelector('select').focus();
  }

  #show() {
    this.#add.hidden = !this.#fields.canStart;
  }

  #showKept() {
    this.#list.hidden = this.#kept.length === 0;
    this.#list.replaceChildren(...this.#kept.map((each) => element('li', {},
      element('span', { text: each.title }), button({
        icon: 'close', title: `Do not send to ${each.title}`, onclick: () => {
          this.#kept = this.#kept.filter((other) => other !== each);
          this.#showKept();
        },
      }))));
  }
}

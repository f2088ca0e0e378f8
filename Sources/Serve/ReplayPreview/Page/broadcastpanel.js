// The broadcasts of the recording in progress: a row for each, and the start of another one.

import { announce, button, copyText, element, icon, setText } from './dom.js';
import { sentence } from './format.js';
import { addressOf, figuresOf, hasEndedPage, isOver, stateOf, titleOf } from './broadcaststate.js';
import { TargetFields } from './broadcasttarget.js';

/** The panel of the broadcasts, which the server’s events keep up to date. */
export class BroadcastPanel {
  node = element('section', { class: 'broadcasts', 'aria-label': 'Broadcast' });
  #api;
  #list = element('ul', { class: 'broadcast-rows', 'aria-label': 'Broadcasts', hidden: true });
  #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  #start = element('button', { type: 'submit', class: 'button', hidden: true }, icon('broadcast'), element('span', { text: 'Go live' }));
  #fields = new TargetFields({ label: 'Send to', none: 'Choose a target' }, () => this.#chosen());
  #rows = new Map();

  constructor(api) {
    this.#api = api;
    const form = element('form', { class: 'broadcast-form' }, this.#fields.node, this.#problem, this.#start);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#goLive();
    });
    this.node.append(element('h2', { text: 'Broadcast' }), this.#list, form);
    // Without the services, the other targets can be chosen.
    api.get('/api/services').then((found) => this.#fields.offer(found), () => {});
  }

  /** @param {import('./broadcaststate.js').Broadcast[]} broadcasts */
  show(broadcasts) {
    const numbers = new Set(broadcasts.map(({ number }) => number));
    for (const [number, row] of this.#rows) {
      if (numbers.has(number)) continue;
      row.node.remove();
      this.#rows.delete(number);
    }
    for (const each of broadcasts) this.#row(each).show(each);
    this.#list.hidden = broadcasts.length === 0;
  }

  #row({ number }) {
    const known = this.#rows.get(number);
    if (known) return known;
    const row = new BroadcastRow((method, rest) => this.#api.send(method, `/api/broadcasts/${number}${rest}`));
    this.#rows.set(number, row);
    this.#list.append(row.node);
    return row;
  }

  #chosen() {
    this.#start.hidden = !this.#fields.canStart;
    this.#complain('');
  }

  async #goLive() {
    const { body, missing } = this.#fields.value;
    this.#complain(missing ?? '');
    if (missing) return;
    this.#start.disabled = true;
    try {
      await this.#api.post('/api/broadcasts', body);
      this.#fields.clear();
      this.#chosen();
    } catch (error) {
      this.#fields.forgetKey();
      this.#complain(error.message);
    }
    this.#start.disabled = false;
  }

  #complain(text) {
    this.#problem.hidden = !text;
    setText(this.#problem, text);
  }
}

/** A broadcast. */
class BroadcastRow {
  node = element('li', { class: 'broadcast' });
  #send;
  #icon = element('span', { class: 'broadcast-icon' });
  #name = element('span', { class: 'broadcast-name' });
  #state = element('span', { class: 'broadcast-state' });
  #figures = element('p', { class: 'hint' });
  #problem = element('p', { class: 'broadcast-problem', hidden: true });
  #link = element('a', { target: '_blank', rel: 'noreferrer' });
  #address = element('p', { class: 'broadcast-address', hidden: true });
  #ended = element('p', { class: 'hint', text: 'The page for viewers has ended. Its address no longer works.', hidden: true });
  #pause = button({ icon: 'pause', text: 'Pause', onclick: () => this.#act('POST', this.#isPaused ? '/resume' : '/pause') });
  #stop = button({ icon: 'stop', text: 'Stop', onclick: () => this.#act('POST', '/stop') });
  #dismiss = button({ icon: 'close', text: 'Dismiss', onclick: () => this.#act('DELETE', '') });
  #isPaused = false;
  #isServer = false;
  #failure = '';
  #spoken = '';

  /** @param {(method: string, rest: string) => Promise<any>} send */
  constructor(send) {
    this.#send = send;
    this.#address.append(this.#link,
      button({ icon: 'copy', title: 'Copy the address', onclick: () => copyText(this.#link.href) }));
    this.node.append(this.#icon,
      element('div', { class: 'broadcast-text' },
        element('p', { class: 'broadcast-head' }, this.#name, this.#state),
        this.#figures, this.#problem, this.#address, this.#ended),
      element('div', { class: 'broadcast-actions' }, this.#pause, this.#stop, this.#dismiss));
  }

  /** @param {import('./broadcaststate.js').Broadcast} status */
  show(status) {
    // The last status may lack the number of viewers.
    this.#isServer ||= status.viewers !== undefined;
    const broadcast = this.#isServer ? { viewers: 0, ...status } : status;
    const { text, kind, icon: name } = stateOf(broadcast);
    this.node.className = `broadcast ${kind}`;
    if (this.#icon.dataset.name !== name) {
      this.#icon.dataset.name = name;
      this.#icon.replaceChildren(icon(name));
    }
    setText(this.#name, titleOf(broadcast));
    this.#name.title = broadcast.target;
    setText(this.#state, text);
    setText(this.#figures, figuresOf(broadcast));
    this.#figures.hidden = isOver(broadcast) && broadcast.frames === 0;
    this.#showProblem(broadcast.problem ? sentence(broadcast.problem) : this.#failure);
    this.#showAddress(addressOf(broadcast));
    this.#ended.hidden = !hasEndedPage(broadcast);
    this.#showActions(broadcast);
    this.#speak(broadcast, text);
  }

  #showProblem(text) {
    this.#problem.hidden = !text;
    setText(this.#problem, text);
  }

  #showAddress(address) {
    this.#address.hidden = address === null;
    if (address === null || this.#link.href === address) return;
    this.#link.href = address;
    setText(this.#link, address);
  }

  #showActions(broadcast) {
    const isEnded = isOver(broadcast);
    this.#isPaused = broadcast.state === 'paused';
    setText(this.#pause.lastChild, this.#isPaused ? 'Resume' : 'Pause');
    this.#pause.hidden = isEnded || !['live', 'paused', 'stalled'].includes(broadcast.state);
    this.#stop.hidden = isEnded;
    this.#dismiss.hidden = !isEnded;
    for (const [node, word] of [[this.#pause, this.#isPaused ? 'Resume' : 'Pause'], [this.#stop, 'Stop'], [this.#dismiss, 'Dismiss']]) {
      node.setAttribute('aria-label', `${word} ${broadcast.target}`);
    }
  }

  // A countdown is not announced at each second.
  #speak({ target, state, problem }, text) {
    if (this.#spoken === state) return;
    this.#spoken = state;
    announce(`${target}: ${state === 'waiting' ? 'waiting' : text}${problem ? `. ${sentence(problem)}` : ''}`);
  }

  async #act(method, rest) {
    this.#failure = '';
    try {
      await this.#send(method, rest);
    } catch (error) {
      this.#failure = error.message;
      this.#showProblem(error.message);
    }
  }
}

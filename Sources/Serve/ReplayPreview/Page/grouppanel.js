// The panel of a session: who is there, who is waited for, and the owner's controls.

import { announce, ask, button, copyText, element, field, select } from './dom.js';

const suspensions = { stall: 'Loading', reading: 'Paused to read', asleep: 'Away' };

/** The panel of the session that this page takes part in. */
export class GroupPanel {
  node = element('div', { class: 'group' });
  #session;
  #status = element('p', { class: 'group-status', role: 'status' });
  #list = element('ul', { class: 'people', 'aria-label': 'Participants' });
  #name = element('input', { type: 'text', maxlength: 40, autocomplete: 'off', spellcheck: 'false' });
  // A click must not move the focus, because Space would then press the button again.
  #read = button({
    icon: 'pause', text: 'Pause for myself', onclick: () => this.#toggleReading(), onmousedown: (event) => event.preventDefault(),
  });
  #owner = element('div', { class: 'group-owner', hidden: true });
  #control = select([['everyone', 'Everyone'], ['owner', 'Only me']], { onchange: () => this.#setControl() });
  #rows = '';

  /**
   * @param {import('./session.js').Session} session
   * @param {AbortSignal} signal aborted when the user leaves the view
   * @param {string | null} address for viewers, which the owner gives away
   */
  constructor(session, signal, address = null) {
    this.#session = session;
    this.#name.addEventListener('change', () => session.rename(this.#name.value));
    this.#name.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') this.#name.blur();
    });
    this.node.append(this.#status, this.#list, this.#read, field('Your name', this.#name));
    if (address) this.#makeOwner(address);
    for (const type of ['session', 'joined', 'ended']) session.addEventListener(type, () => this.#show(), { signal });
    this.#show();
  }

  #makeOwner(address) {
    const link = element('input', { type: 'text', readonly: true, value: address, onfocus: () => link.select() });
    const copy = button({ icon: 'copy', title: 'Copy the address', onclick: () => copyText(address) });
    this.#owner.append(
      field('Address for viewers', element('span', { class: 'group-address' }, link, copy),
        'Who has it can watch this recording as edited, and nothing else.'),
      field('Who controls playback', this.#control),
      button({ text: 'End the session', kind: 'wide', onclick: () => this.#end() }));
    this.node.append(this.#owner);
  }

  #show() {
    const session = this.#session;
    this.#owner.hidden = !session.isOwner || !session.isActive;
    this.#read.hidden = !session.isActive;
    this.#name.disabled = !session.isActive;
    if (!session.isActive) {
      this.#status.textContent = 'Nobody watches together now.';
      this.#list.replaceChildren();
      this.#rows = '';
      return;
    }
    this.#showStatus();
    this.#showPeople(session.state.participants);
    const { isReading } = session;
    this.#read.querySelector('span').textContent = isReading ? 'Continue with the others' : 'Pause for myself';
    this.#read.setAttribute('aria-pressed', String(isReading));
    if (document.activeElement !== this.#name && session.me) this.#name.value = session.me.name;
    this.#showControl(session.state);
  }

  #showStatus() {
    const text = statusOf(this.#session);
    if (this.#status.textContent === text) return;
    this.#status.textContent = text;
    this.#status.classList.toggle('waiting', this.#session.state.isWaiting);
  }

  #showPeople(participants) {
    const rows = JSON.stringify([participants, this.#session.number]);
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#list.replaceChildren(...participants.map((each) => this.#person(each)));
  }

  #person({ number, name, isOwner, suspension, isWaitedFor }) {
    const isMe = number === this.#session.number;
    const note = isWaitedFor ? 'The others wait' : suspensions[suspension] ?? '';
    const roles = [isMe && 'you', isOwner && name !== 'Owner' && 'owner'].filter(Boolean).join(', ');
    return element('li', { class: `person ${isWaitedFor ? 'waited' : suspension ?? 'here'}` },
      element('span', { class: 'presence', 'aria-hidden': 'true' }),
      element('span', { class: 'person-name', text: roles ? `${name} (${roles})` : name, title: name }),
      element('span', { class: 'hint', text: note }));
  }

  #showControl({ control, participants }) {
    const others = participants.filter(({ isOwner }) => !isOwner);
    const options = [['everyone', 'Everyone'], ['owner', 'Only me'],
      ...others.map(({ number, name }) => [String(number), `${name} and me`])];
    const written = JSON.stringify(options);
    if (this.#control.dataset.options !== written) {
      this.#control.dataset.options = written;
      this.#control.replaceChildren(...options.map(([value, text]) => element('option', { value, text })));
    }
    if (document.activeElement !== this.#control) this.#control.value = control;
  }

  async #setControl() {
    if (await this.#session.setControl(this.#control.value)) announce('The controls were changed');
  }

  #toggleReading() {
    this.#session.suspend(this.#session.isReading ? null : 'reading');
  }

  async #end() {
    const isSure = await ask('End the session?', 'The viewers are disconnected, and their address no longer works.',
      { action: 'End', isDestructive: true });
    if (isSure) this.#session.end();
  }
}

/** Returns what the session does now, as a sentence. @param {import('./session.js').Session} session */
export function statusOf(session) {
  const { state, waitedFor, isReading, canControl } = session;
  if (isReading) return 'You have paused for yourself. The others go on.';
  if (state.isWaiting) return `Waiting for ${waitedFor.map(({ name }) => name).join(' and ') || 'a participant'}…`;
  if (!canControl) return 'The owner has locked the controls.';
  const count = state.participants.length;
  return count === 1 ? 'Nobody else is here yet.' : `${count} watch together.`;
}

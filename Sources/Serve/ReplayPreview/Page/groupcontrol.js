// The controls of a group: the interface of a player, whose commands go to all participants.

import { toast } from './dom.js';

/** Sends what the user does to the session, and shows what the group does. */
export class GroupControl {
  #session;
  #getPlayer;
  #timescale;

  /** @param {import('./session.js').Session} session @param {() => import('./player.js').Player | null} getPlayer */
  constructor(session, getPlayer, timescale) {
    this.#session = session;
    this.#getPlayer = getPlayer;
    this.#timescale = timescale;
  }

  get edit() {
    return this.#getPlayer().edit;
  }

  get isPlaying() {
    const { state } = this.#session;
    return state !== null && (state.isPlaying || state.isWaiting) && !this.#session.isReading;
  }

  get rate() {
    return (this.#session.state?.rate ?? 100) / 100;
  }

  position() {
    return this.#getPlayer().position();
  }

  frame() {
    return this.#getPlayer().frame();
  }

  frameAt(ticks) {
    return this.#getPlayer().frameAt(ticks);
  }

  async seek(ticks) {
    if (!this.#isAllowed()) return;
    await this.#session.seek(Math.min(ticks, this.edit.duration), this.edit.revision);
  }

  step(count) {
    const frame = this.frame();
    const length = frame?.duration ?? this.#timescale / 10;
    return this.seek((frame?.start ?? this.position()) + (count > 0 ? count * length : count));
  }

  async play({ rate = null } = {}) {
    if (!this.#isAllowed()) return;
    if (rate !== null && rate !== this.rate) await this.setRate(rate);
    await this.#session.command('play');
  }

  async pause() {
    if (this.#isAllowed()) await this.#session.command('pause');
  }

  /** Sets the speed. */
  async setRate(rate) {
    if (this.#isAllowed()) await this.#session.command('rate', { rate: Math.round(rate * 100) });
  }

  /** Moves back one second, because a group does not play backward. */
  playBackward() {
    return this.seek(this.position() - this.#timescale);
  }

  #isAllowed() {
    if (this.#session.isReading) toast('Continue with the others first.');
    else if (!this.#session.canControl) toast('The owner has locked the controls.');
    else return true;
    return false;
  }
}

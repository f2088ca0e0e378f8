// A session of watching together: its state, its participants, and the requests of this page.

import { toast } from './dom.js';
import { GroupClock } from './groupclock.js';

const nameKey = 'replay.name';
const firstTrips = 6; // round trips at the beginning
const tripInterval = 4000; // ms between later ones
const sleepGap = 15000; // ms; a longer gap between timers means that the machine or the page has slept

/**
 * The session that this page takes part in. Events: `session` (the state or the participants have changed), `joined`,
 * `ended`.
 */
export class Session extends EventTarget {
  clock = new GroupClock();
  /** @type {import('./groupstate.js').GroupState & {control: string, participants: object[]} | null} */
  state = null;
  /** The number of this page's participant. */
  number = null;
  isOwner = false;
  #api;
  #key = null;
  #timer = 0;
  #lastTrip = 0;
  #roundTrips = [];
  #seek = null;
  #isSeeking = false;
  #suspension = null;

  /** @param {import('./api.js').API} api @param {import('./events.js').ServerEvents} events */
  constructor(api, events) {
    super();
    this.#api = api;
    events.addEventListener('participant', ({ detail }) => this.#join(detail));
    events.addEventListener('session', ({ detail }) => this.#take(detail.session));
    events.addEventListener('sessionEnded', () => this.#end());
    events.addEventListener('bye', () => this.#end());
  }

  /** True while this page takes part. */
  get isActive() {
    return this.#key !== null && this.state !== null;
  }

  /** This page's participant, or null. */
  get me() {
    return this.state?.participants.find(({ number }) => number === this.number) ?? null;
  }

  get isReading() {
    return this.#suspension === 'reading';
  }

  get isStalled() {
    return this.#suspension === 'stall';
  }

  /** The participants that the group waits for. */
  get waitedFor() {
    return this.state?.participants.filter(({ isWaitedFor }) => isWaitedFor) ?? [];
  }

  /** True if this page may send commands. */
  get canControl() {
    const control = this.state?.control;
    return this.isActive && (this.isOwner || control === 'everyone' || control === String(this.number));
  }

  /** Sends `play`, `pause` or `rate`. @returns {Promise<boolean>} true if it was accepted */
  command(action, details = {}) {
    return this.#post('command', { action, ...details });
  }

  /** Moves the group. If targets arrive faster than the server answers, only the newest is sent. */
  async seek(time, revision) {
    this.#seek = { time: Math.max(0, Math.round(time)), revision };
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    while (this.#seek) {
      const seek = this.#seek;
      this.#seek = null;
      await this.#post('command', { action: 'seek', ...seek });
    }
    this.#isSeeking = false;
  }

  /** Reports that this page is suspended, or follows again. @param {'stall' | 'reading' | null} suspension */
  suspend(suspension) {
    if (this.#suspension === suspension || !this.isActive) return;
    this.#suspension = suspension;
    this.#post('report', { suspension });
    this.#tell('session');
  }

  /** Sets the name that the others see. */
  rename(name) {
    sessionStorage.setItem(nameKey, name);
    return this.#post('name', { name });
  }

  /** Says who may send commands. @param {string} control `everyone`, `owner`, or a participant's number */
  setControl(control) {
    return this.#post('control', { control });
  }

  /** Ends the session for all. */
  end() {
    return this.#post('end', {});
  }

  #join({ number, key, isOwner }) {
    this.number = number;
    this.isOwner = isOwner;
    this.#key = key;
    this.#suspension = null;
    this.clock.reset();
    const name = sessionStorage.getItem(nameKey);
    if (name) this.rename(name);
    this.#measure(firstTrips);
    this.#tell('joined');
  }

  #take(session) {
    this.state = session;
    this.#tell('session');
  }

  #end() {
    if (this.#key === null) return;
    clearTimeout(this.#timer);
    this.#key = null;
    this.state = null;
    this.#tell('ended');
  }

  // Requests the host's time, and reports the round trips of the last requests.
  async #measure(count) {
    clearTimeout(this.#timer);
    const key = this.#key;
    if (performance.now() - this.#lastTrip > sleepGap) this.clock.reset();
    for (let i = 0; i < count && this.#key === key; i += 1) await this.#trip(key);
    if (this.#key !== key || key === null) return;
    this.#timer = setTimeout(() => this.#measure(performance.now() - this.#lastTrip > sleepGap ? firstTrips : 2), tripInterval);
  }

  async #trip(key) {
    const roundTrips = this.#roundTrips.splice(0);
    try {
      const begin = performance.now();
      const answer = await this.#api.post('/api/session/clock', { participant: key, roundTrips });
      const end = performance.now();
      this.#lastTrip = end;
      this.#roundTrips.push(this.clock.add(begin, end, answer));
    } catch {
      // The stream of events reports a server that has gone.
    }
  }

  async #post(path, body) {
    if (this.#key === null) return false;
    try {
      await this.#api.post(`/api/session/${path}`, { participant: this.#key, ...body });
      return true;
    } catch (error) {
      // An edit that has changed meanwhile arrives with the events.
      if (error.status !== 503) toast(error.message);
      return false;
    }
  }

  #tell(type) {
    this.dispatchEvent(new Event(type));
  }
}

// Keeps a player at the position of its group.

import {
  correctionOf, groupPosition, maxSlowDrift, median, quickCorrectionOf, usualCosts,
} from './groupstate.js';

const interval = 100; // ms between looks at the drift
const firstLook = 150; // ms after a start until its error is measured
const settleTime = 250; // ms after the correction of a start until the drift is measured
const lead = 350; // ms in which a player that is behind prepares a start; doubled after each failure
const maxLead = 3000; // ms
const retryDelay = 400; // ms until a frame that does not exist yet is sought again
const stallTime = 800; // ms without a frame after which the player counts as stalled
const maxLatency = 300; // ms

/**
 * Follows the state of a session. A player that is elsewhere is moved to where the group will be, and starts when the
 * group is there. A player that plays is corrected by its speed.
 */
export class GroupFollower {
  #session;
  #player;
  #timescale;
  #timer = 0;
  #startTimer = 0;
  #attempt = 0; // the number of the last attempt to be where the group is
  #applied = null; // the state that was applied last
  #started = 0; // ms; when the player last started
  #latency = 80; // ms from the request to play until the element plays
  #drifts = [];
  #factor = 1;
  #costs = { ...usualCosts };
  #expected = null; // the quick correction that has ended, until its result is measured
  #troubleSince = null; // ms; since when the player has not shown what it should
  #hasFollowed = false; // true once the player was where the group is
  /** The drift that was measured last, in milliseconds, for tests. */
  drift = null;

  /**
   * @param {import('./session.js').Session} session
   * @param {import('./player.js').Player} player
   * @param {number} timescale ticks per second
   */
  constructor(session, player, timescale) {
    this.#session = session;
    this.#player = player;
    this.#timescale = timescale;
    this.#timer = setInterval(() => this.#check(), interval);
    this.#check();
  }

  close() {
    clearInterval(this.#timer);
    this.#cancel();
  }

  /** Takes up the group's state, after it has changed. */
  update() {
    this.#check();
  }

  #cancel() {
    clearTimeout(this.#startTimer);
    this.#attempt += 1;
  }

  #check() {
    const { state, clock, isActive, isReading } = this.#session;
    if (!isActive || !clock.isSet) return;
    if (isReading) {
      this.#rest();
      return;
    }
    // The edit and the session arrive one after the other.
    if (state.revision !== this.#player.edit.revision) return;
    if (this.#applied === null || hasMoved(this.#applied, state)) this.#apply(state);
    else if (state.isPlaying && this.#player.isPlaying) this.#correct(state);
    this.#watchStall(state);
  }

  // Reading: the player rests, and takes up the group's state afterwards.
  #rest() {
    if (this.#applied === null) return;
    this.#applied = null;
    this.#cancel();
    this.#troubleSince = null;
    if (this.#player.isPlaying) this.#player.pause();
  }

  #apply(state) {
    this.#applied = state;
    this.#cancel();
    const wait = this.#untilHost(state.hostTime);
    if (!state.isPlaying) this.#hold(state, wait);
    else if (this.#isNear(state)) this.#startTimer = setTimeout(() => this.#setSpeed(1), wait);
    else this.#meet(state, Math.max(0, wait), lead);
  }

  // Shows the position of a paused group, at its host time.
  #hold(state, wait) {
    const attempt = this.#attempt;
    const isThere = !this.#player.isPlaying && Math.abs(this.#player.position() - this.#clamped(state.time)) <= 1;
    if (isThere) {
      this.#recovered();
      return;
    }
    this.#troubleSince = null;
    const hold = async () => {
      this.#troubleSince ??= performance.now();
      const isShown = await this.#player.hold(state.time);
      if (attempt !== this.#attempt) return;
      if (!isShown) {
        this.#startTimer = setTimeout(hold, retryDelay);
        return;
      }
      if (state.isWaiting) await this.#player.prepare();
      if (attempt === this.#attempt) this.#recovered();
    };
    if (this.#player.isPlaying && wait > 0) this.#startTimer = setTimeout(hold, wait);
    else hold();
  }

  // Moves to where the group will be, prepares to play, and starts when the group is there.
  async #meet(state, wait, time) {
    const attempt = this.#attempt;
    this.#troubleSince ??= performance.now() + wait;
    const start = wait > 0 ? state.hostTime : this.#session.clock.now() + time * 1000;
    const isShown = await this.#player.hold(groupPosition(state, start, this.#timescale));
    if (attempt !== this.#attempt) return;
    if (!isShown) {
      // The element is still elsewhere, because the proxy does not reach this frame yet.
      this.#startTimer = setTimeout(() => this.#meet(state, 0, time), retryDelay);
      return;
    }
    await this.#player.prepare();
    if (attempt !== this.#attempt) return;
    const left = this.#untilHost(start) - this.#latency;
    if (left < -20) {
      // There is seldom time enough to be there when the command takes effect, so that is no failure.
      this.#meet(state, 0, wait > 0 ? time : Math.min(maxLead, time * 2));
      return;
    }
    this.#startTimer = setTimeout(() => this.#start(state), Math.max(0, left));
  }

  #start(state) {
    this.#recovered();
    this.#drifts = [];
    this.#factor = 1;
    this.#expected = null;
    this.#started = performance.now();
    if (groupPosition(state, this.#session.clock.now(), this.#timescale) < state.duration) {
      this.#player.play({ rate: state.rate / 100 });
      this.#startTimer = setTimeout(() => this.#correctStart(state), firstLook);
    }
  }

  // Makes up for a start that was early or late, and learns from it.
  #correctStart(state) {
    const error = this.#measure(state);
    if (error === null) return;
    const rate = state.rate / 100;
    // Learns how long the element takes to start.
    if (Math.abs(error / rate) < maxLatency) {
      this.#latency = Math.min(maxLatency, Math.max(0, this.#latency - error / rate / 2));
    }
    this.#makeUp(error, rate);
  }

  // Makes up for an error that is there at once.
  #makeUp(error, rate) {
    const quick = quickCorrectionOf(error, rate, rate === 1 ? this.#costs : { faster: 0, slower: 0 });
    if (!quick) return;
    this.#setSpeed(quick.factor);
    this.#started = performance.now() + quick.time;
    this.#startTimer = setTimeout(() => {
      this.#setSpeed(1);
      if (rate === 1) this.#expected = quick;
    }, quick.time);
  }

  // Learns how far the player falls behind when its speed changes.
  #learnCosts() {
    if (!this.#expected) return;
    const { direction, rest } = this.#expected;
    this.#expected = null;
    const more = rest - this.drift;
    if (Math.abs(more) < maxSlowDrift) {
      this.#costs[direction] = Math.min(maxSlowDrift, Math.max(0, this.#costs[direction] + more / 2));
    }
  }

  // Returns the player's lead over the group in milliseconds of the edit, or null if it does not play.
  #measure(state) {
    const position = this.#player.exactPosition();
    if (position === null) return null;
    return ((position - groupPosition(state, this.#session.clock.now(), this.#timescale)) / this.#timescale) * 1000;
  }

  // Corrects a drift by the speed, or by a seek.
  #correct(state) {
    if (performance.now() - this.#started < settleTime || this.#untilHost(state.hostTime) > 0) return;
    const drift = this.#measure(state);
    if (drift === null) return;
    this.#drifts = [...this.#drifts, drift].slice(-3);
    this.drift = median(this.#drifts);
    if (this.#drifts.length < 3) return;
    this.#learnCosts();
    const answer = correctionOf(this.drift, this.#factor !== 1);
    if (answer === 'seek') {
      this.#cancel();
      this.#meet(state, 0, lead);
    } else if (Math.abs(this.drift) > maxSlowDrift) {
      this.#makeUp(this.drift, state.rate / 100);
    } else if (answer !== this.#factor) {
      this.#setSpeed(answer);
    }
  }

  #setSpeed(factor) {
    this.#factor = factor;
    this.#drifts = [];
    this.#player.setSpeed((this.#applied.rate / 100) * factor);
  }

  // Reports a stall if the player shows nothing where the group is.
  #watchStall(state) {
    if (state.isPlaying && this.#player.isPlaying) {
      if (this.#player.isStuck) this.#troubleSince ??= performance.now();
      else this.#troubleSince = null;
    }
    const isLong = this.#troubleSince !== null && performance.now() - this.#troubleSince > stallTime;
    // Nobody waits for a page that has only just come.
    if (isLong && state.isPlaying && this.#hasFollowed) this.#session.suspend('stall');
    else if (this.#troubleSince === null && this.#session.isStalled) this.#session.suspend(null);
  }

  #recovered() {
    this.#troubleSince = null;
    this.#hasFollowed = true;
    if (this.#session.isStalled) this.#session.suspend(null);
  }

  // True if the player plays, and a correction of its speed is enough.
  #isNear(state) {
    if (!this.#player.isPlaying || this.#player.rate < 0) return false;
    const position = this.#player.exactPosition();
    if (position === null) return false;
    const ahead = Math.max(0, this.#untilHost(state.hostTime)) / 1000;
    const later = position + ahead * this.#timescale * this.#player.rate;
    const now = Math.max(this.#session.clock.now(), state.hostTime);
    return Math.abs(later - groupPosition(state, now, this.#timescale)) < 0.25 * this.#timescale;
  }

  #clamped(time) {
    return Math.min(time, Math.max(0, this.#player.edit.duration - 1));
  }

  // Returns the milliseconds until a host time.
  #untilHost(hostTime) {
    return (hostTime - this.#session.clock.now()) / 1000;
  }
}

// Returns true if a state says anything else about the position than another one.
function hasMoved(a, b) {
  return ['revision', 'time', 'duration', 'isPlaying', 'rate', 'hostTime'].some((name) => a[name] !== b[name]);
}

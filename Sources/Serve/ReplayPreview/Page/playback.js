// The state of the player: what is shown, what is wanted, and whether it plays. It is given events and returns actions,
// which `Player` executes in order. It does not need the DOM, and holds no timers.

import { extendsEdit, toEdited, toRecording } from './editmap.js';
import { seekPoint } from './frames.js';
import { Presentation } from './presentation.js';
import { SeekQueue, stepTarget } from './seekqueue.js';

/**
 * An action of the player. `type` is one of
 * - `tell`: dispatch the event `event`
 * - `show`: load and present `target`, then call `showEnded`
 * - `resolve`: tell the caller of the seek to `target` whether it `isShown`
 * - `resolvePresentation`: continue the `show` that waits for a presentation; `isShown` says whether it succeeded
 * - `moveTo`: seek the element to `seconds`
 * - `pushFrames`: load more frames after `frame` if it is not presented soon
 * - `awaitFrame`, `reload`: as `wait` and `reload` of `presentation`
 * - `pauseElement`, `resume`: pause or start the element
 * - `startFilling`, `stopTimers`, `stopWaiting`: start or stop timers; waiting is that for a rest or for frames
 * - `abortStaleFetch`: abort the fetch for an older target if it takes long
 * - `rest`: load frames near the position when it does not change for a moment
 * - `rewindFrame`: call `rewound` at the next display frame
 * - `replaceEdit`, `extendEdit`: use `edit` instead of `old`; the latter keeps buffered data
 * @typedef {{type: string, [field: string]: any}} Action
 */

/** Times are ticks of edited time; `seconds` is the time of the media element. */
export class PlaybackState {
  #timescale;
  #edit;
  #queue = new SeekQueue();
  #position = 0;
  #shown = null;
  #isPlaying = false;
  #reverse = 0; // the speed of playing backward, or 0
  #rewind = { time: 0, now: 0 }; // while playing backward: the exact time, and the clock's time at which it was reached
  #stopAt = Infinity;
  #presentation = null;
  #needsReset = false;

  /** @param {object} edit in the form of the protocol @param {number} timescale ticks per second */
  constructor(edit, timescale) {
    this.#edit = edit;
    this.#timescale = timescale;
  }

  /** The edit that is played. */
  get edit() {
    return this.#edit;
  }

  /** The speed of playing backward, or 0. */
  get reverse() {
    return this.#reverse;
  }

  /** True while playing in either direction. */
  get isPlaying() {
    return this.#isPlaying || this.#reverse > 0;
  }

  /** True if nothing is being sought. */
  get isIdle() {
    return this.#queue.isIdle;
  }

  /** True while playing forward without a seek, so that the element plays. */
  get isRunning() {
    return this.#isPlaying && this.#queue.isIdle;
  }

  /** The shown frame, or null. @type {import('./frames.js').Frame | null} */
  get shown() {
    return this.#shown;
  }

  /** The position that was last sought or stopped at, which is not updated while the element plays. */
  get soughtPosition() {
    return this.#position;
  }

  /** The number of targets so far. */
  get targetCount() {
    return this.#queue.count;
  }

  /** True if the buffered data belong to an earlier edit. */
  get needsReset() {
    return this.#needsReset;
  }

  /** Returns the position. */
  position(seconds) {
    return this.isRunning ? this.#clamp(Math.round(seconds * this.#timescale)) : this.#position;
  }

  /** Returns the target at a time. @returns {import('./seekqueue.js').Target} */
  targetAt(ticks) {
    return { ticks: this.#clamp(Math.round(ticks)) };
  }

  /** Returns the target of a step by frames. @returns {import('./seekqueue.js').Target} */
  stepTarget(count, seconds) {
    const target = stepTarget(count, {
      newest: this.#queue.newest, shownNumber: this.#shown?.number ?? null, frames: this.#edit.frames,
      position: this.position(seconds),
    });
    return target.ticks === undefined ? target : this.targetAt(target.ticks);
  }

  /** Returns true if a presentation is still awaited. */
  awaits(presentation) {
    return presentation !== null && this.#presentation === presentation;
  }

  /** Returns true if the presentation of a frame is still awaited. */
  awaitsFrame(frame) {
    return this.#presentation?.frame === frame;
  }

  // Events of seeking.

  /**
   * A target is wanted.
   * @param {import('./seekqueue.js').Target} target
   * @param {number} [start] the start of the target's frame, if known; for a target with a number
   * @returns {Action[]}
   */
  request(target, start) {
    const replaced = this.#queue.add(target);
    this.#position = target.ticks ?? start ?? this.#position;
    const actions = [{ type: 'stopWaiting' }];
    if (replaced) actions.push({ type: 'resolve', target: replaced, isShown: false });
    if (this.#isPlaying) actions.push({ type: 'pauseElement' });
    actions.push({ type: 'abortStaleFetch' }, tell('position'));
    return [...actions, ...this.#begin()];
  }

  /** The frame of the current target is known. Its position is shown, unless a newer target waits. */
  located(ticks) {
    if (!this.#queue.waiting) this.#position = ticks;
  }

  /** The reset of the buffers, which the edit made necessary, begins. */
  resetBegan() {
    this.#needsReset = false;
  }

  /**
   * The data of a frame are buffered, so that the element can seek to it.
   * @param {import('./frames.js').Frame | null} frame null if the edit has no video
   * @returns {Action[]} none if the frame is already shown at this time
   */
  buffered(frame, ticks, seconds) {
    const target = (frame ? seekPoint(frame, ticks, this.#timescale) : ticks) / this.#timescale;
    const isShown = frame !== null && this.#shown === frame;
    if (isShown && Math.abs(seconds - target) < 1e-4) return [];
    this.#presentation = new Presentation(frame, isShown);
    return [{ type: 'moveTo', seconds: target }, ...(frame ? [{ type: 'pushFrames', frame }] : [])];
  }

  /** The element has sought. @returns {Action[]} */
  seeked() {
    return this.#presentation ? this.#present(this.#presentation.seeked()) : [];
  }

  /** A frame was not presented in time. @param {boolean} isTold as in `Presentation.timedOut` @returns {Action[]} */
  timedOut(presentation, isTold) {
    return this.awaits(presentation) ? this.#present(presentation.timedOut(isTold)) : [];
  }

  /** The browser has presented a frame. @param {import('./frames.js').Frame | null} frame @returns {Action[]} */
  presented(frame, seconds) {
    // Frames of an earlier edit may still arrive.
    if (!frame || this.#needsReset) return [];
    if (this.#presentation) return this.#present(this.#presentation.presented(frame.number));
    this.#shown = frame;
    return this.passed(seconds);
  }

  /** The current target was shown, or not. @returns {Action[]} */
  showEnded(isShown) {
    const actions = [{ type: 'resolve', target: this.#queue.end(), isShown }];
    const next = this.#begin();
    if (next.length > 0) return [...actions, ...next];
    if (this.#isPlaying) return [...actions, { type: 'resume' }];
    return this.#reverse === 0 ? [...actions, { type: 'rest' }] : actions;
  }

  // Events of playing.

  /**
   * Playing is wanted.
   * @param {number} until ticks
   * @param {boolean} hasEnded true if the element has ended
   * @returns {'begin' | 'rewind' | null} `begin`: call `begin`; `rewind`: seek to 0 before; null: nothing to do
   */
  play(until, hasEnded) {
    this.#reverse = 0;
    this.#stopAt = until;
    if (this.#isPlaying || this.#edit.duration === 0) return null;
    const isLast = this.#shown && this.#shown.number === this.#edit.frames - 1;
    return hasEnded || (isLast && this.#position >= this.#shown.start) ? 'rewind' : 'begin';
  }

  /** Playing begins. @returns {Action[]} */
  begin() {
    if (this.#isPlaying) return [];
    this.#isPlaying = true;
    const actions = [{ type: 'startFilling' }, tell('state')];
    return this.#queue.isIdle ? [...actions, { type: 'resume' }] : actions;
  }

  /** Stops without a seek. @returns {Action[]} */
  stop(seconds) {
    const wasPlaying = this.isPlaying;
    this.#position = this.position(seconds);
    this.#isPlaying = false;
    this.#reverse = 0;
    this.#stopAt = Infinity;
    return [{ type: 'stopTimers' }, { type: 'pauseElement' }, ...(wasPlaying ? [tell('state')] : [])];
  }

  /**
   * Playing backward begins.
   * @param {number} rate above 0
   * @param {number} now the time of a clock, in milliseconds
   * @returns {Action[]}
   */
  playBackward(rate, seconds, now) {
    const actions = this.stop(seconds);
    this.#reverse = rate;
    this.#rewind = { time: this.#position, now };
    return [...actions, tell('state'), { type: 'rewindFrame' }];
  }

  /** Time has passed while playing backward. @param {number} now as in `playBackward` @returns {Action[]} */
  rewound(now, seconds) {
    if (this.#reverse === 0) return [];
    const elapsed = (now - this.#rewind.now) / 1000;
    this.#rewind = { time: Math.max(0, this.#rewind.time - elapsed * this.#reverse * this.#timescale), now };
    const actions = this.#queue.isIdle ? this.request(this.targetAt(this.#rewind.time)) : [];
    return [...actions, ...(this.#rewind.time === 0 ? this.stop(seconds) : [{ type: 'rewindFrame' }])];
  }

  /** The time of the element has changed. @returns {Action[]} */
  passed(seconds) {
    if (!this.#isPlaying) return [];
    const position = this.position(seconds);
    if (position < this.#stopAt) return [tell('position')];
    return [...this.stop(seconds), ...this.request(this.targetAt(position))];
  }

  /** The element has reached the end. @returns {Action[]} */
  ended(seconds) {
    if (!this.#isPlaying) return [];
    const actions = this.stop(seconds);
    this.#position = this.#clamp(this.#edit.duration);
    return [...actions, tell('position')];
  }

  // Events of the edit.

  /** The edit was replaced. From here on, nothing of the old edit is shown. @returns {Action[]} */
  setEdit(edit, seconds) {
    const old = this.#edit;
    if (edit.revision === old.revision && edit.duration === old.duration && edit.frames === old.frames) return [];
    const time = toRecording(old, this.#queue.waiting?.ticks ?? this.position(seconds));
    this.#edit = edit;
    if (extendsEdit(old, edit)) return [{ type: 'extendEdit', old, edit }];
    // A seek into a range that is being removed would never end.
    const awaited = this.#presentation ? [{ type: 'resolvePresentation', isShown: false }] : [];
    this.#presentation = null;
    this.#needsReset = true;
    this.#shown = null;
    this.#stopAt = Infinity;
    return [{ type: 'replaceEdit', old, edit }, ...awaited, ...this.request(this.targetAt(toEdited(edit, time)))];
  }

  /** The buffers have the duration of an extended edit. @param {boolean} isPaused true if the element is @returns {Action[]} */
  extended(isPaused) {
    if (this.#queue.current || !this.#shown) return this.request(this.targetAt(this.#position));
    return this.#isPlaying && isPaused ? [{ type: 'resume' }] : [];
  }

  /** The player is closed. @returns {Action[]} */
  close(seconds) {
    const actions = this.stop(seconds);
    this.#queue.dropWaiting();
    return actions;
  }

  #begin() {
    const target = this.#queue.begin();
    return target ? [{ type: 'show', target }] : [];
  }

  #present(next) {
    const presentation = this.#presentation;
    if (next === 'wait') return [{ type: 'awaitFrame', presentation }];
    if (next === 'reload') return [{ type: 'reload', presentation }];
    if (next !== 'done') return [];
    this.#presentation = null;
    this.#shown = presentation.frame;
    return [tell('position'), { type: 'resolvePresentation', isShown: true }];
  }

  #clamp(ticks) {
    return Math.min(Math.max(0, ticks), Math.max(0, this.#edit.duration - 1));
  }
}

function tell(event) {
  return { type: 'tell', event };
}

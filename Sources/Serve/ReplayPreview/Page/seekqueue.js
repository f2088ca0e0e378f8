// The queue of seeks. It holds at most two targets: the one that is being shown, and the newest one. It does not need
// the DOM, and holds no timers.

/**
 * A frame to show: the frame with a number, or the frame at a time.
 * @typedef {{number?: number, ticks?: number}} Target `ticks`: edited time
 */

/** The targets of a player. If they arrive faster than frames can be shown, only the newest one is kept. */
export class SeekQueue {
  #current = null;
  #waiting = null;
  #count = 0;

  /** The number of targets so far. */
  get count() {
    return this.#count;
  }

  /** True if no target is being shown or waits. */
  get isIdle() {
    return !this.#current && !this.#waiting;
  }

  /** The target that is being shown, or null. @type {Target | null} */
  get current() {
    return this.#current;
  }

  /** The target that waits for the current one, or null. @type {Target | null} */
  get waiting() {
    return this.#waiting;
  }

  /** The newest target that is not shown yet, or null. @type {Target | null} */
  get newest() {
    return this.#waiting ?? this.#current;
  }

  /** Adds a target. @param {Target} target @returns {Target | null} the waiting target that it replaces */
  add(target) {
    const replaced = this.#waiting;
    this.#waiting = target;
    this.#count += 1;
    return replaced;
  }

  /** Makes the waiting target the current one, if no target is being shown. @returns {Target | null} the new current one */
  begin() {
    if (this.#current || !this.#waiting) return null;
    this.#current = this.#waiting;
    this.#waiting = null;
    return this.#current;
  }

  /** Ends the current target. @returns {Target | null} the target that ended */
  end() {
    const ended = this.#current;
    this.#current = null;
    return ended;
  }

  /** Forgets the waiting target. */
  dropWaiting() {
    this.#waiting = null;
  }
}

/**
 * Returns the target of a step.
 * @param {number} count the number of frames, negative for backward
 * @param {{newest: Target | null, shownNumber: number | null, frames: number, position: number}} state `frames`: the number
 *   of frames of the edit
 * @returns {Target} the position itself if the number of the frame there is unknown
 */
export function stepTarget(count, { newest, shownNumber, frames, position }) {
  const current = newest ? newest.number ?? null : shownNumber;
  if (current === null) return { ticks: position };
  return { number: Math.min(Math.max(0, current + count), frames - 1) };
}

/**
 * Returns the ranges of frames to load for a target, one after the other until its frame is there. Backward, the frames
 * before the target are loaded with it, because they are wanted next.
 * @param {Target} target
 * @param {{shownNumber: number | null, isBackward: boolean, seekCount: number, fillCount: number}} state `isBackward`: true
 *   while playing backward; the counts are numbers of frames to load for a seek and for playing
 * @returns {{frame?: number, at?: number, count: number}[]}
 */
export function rangesToLoad({ number, ticks }, { shownNumber, isBackward, seekCount, fillCount }) {
  const current = shownNumber ?? 0;
  if (number !== undefined) {
    const isBack = number < current;
    return [{ frame: Math.max(0, isBack ? number - fillCount : number), count: isBack ? fillCount + seekCount : seekCount }];
  }
  const exact = { at: ticks, count: seekCount };
  return isBackward ? [{ frame: Math.max(0, current - fillCount), count: fillCount }, exact] : [exact];
}

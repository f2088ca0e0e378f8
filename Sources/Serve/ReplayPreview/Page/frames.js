// The frames in the SourceBuffer: number, start and duration in edited ticks.

/**
 * @typedef {{number: number, start: number, duration: number, size: number}} Frame `start`, `duration`: ticks of edited
 *   time; `size`: bytes
 */

/** A sparse table of frames, by number and by time. */
export class FrameTable {
  #byNumber = new Map();
  #sorted = null;
  #size = 0;

  /** The total size of all frames, in bytes. */
  get size() {
    return this.#size;
  }

  /** @returns {Frame | undefined} */
  get(number) {
    return this.#byNumber.get(number);
  }

  /** @param {Frame} frame */
  add(frame) {
    this.remove(frame.number);
    this.#byNumber.set(frame.number, frame);
    this.#size += frame.size;
    this.#sorted = null;
  }

  remove(number) {
    const frame = this.#byNumber.get(number);
    if (!frame) return;
    this.#byNumber.delete(number);
    this.#size -= frame.size;
    this.#sorted = null;
  }

  clear() {
    this.#byNumber.clear();
    this.#sorted = null;
    this.#size = 0;
  }

  /** All frames, sorted by time. */
  get sorted() {
    this.#sorted ??= [...this.#byNumber.values()].sort((a, b) => a.start - b.start);
    return this.#sorted;
  }

  /**
   * Returns the frame shown at a time.
   * @param {number} ticks edited time
   * @returns {Frame | null}
   */
  at(ticks) {
    const frame = this.sorted[lastAtOrBefore(this.sorted, ticks, (each) => each.start)];
    return frame && ticks < frame.start + frame.duration ? frame : null;
  }

  /** Returns the last frame of the contiguous run with a frame, towards the end (step 1) or the start (step -1). */
  endOfRun(number, step = 1) {
    let last = number;
    while (this.#byNumber.has(last + step)) last += step;
    return this.#byNumber.get(last) ?? null;
  }

  /**
   * Returns the range of time to keep so that at most `budget` bytes remain. Frames farthest from `ticks` are removed
   * first; frames before `ticks` count as twice as far.
   * @returns {[number, number]} edited ticks
   */
  rangeWithin(ticks, budget) {
    const weight = (frame) => (frame.start < ticks ? 2 * (ticks - frame.start) : frame.start - ticks);
    let left = budget;
    let reach = 0;
    for (const frame of [...this.sorted].sort((a, b) => weight(a) - weight(b))) {
      left -= frame.size;
      if (left < 0) return [ticks - reach / 2, ticks + reach];
      reach = weight(frame) + frame.duration;
    }
    return [-Infinity, Infinity];
  }
}

/**
 * Returns the time to seek to, in edited ticks, so that a frame is shown despite the browser's rounding. It is the
 * middle of a frame shorter than 100 ms, and otherwise the wanted time, at least 50 ms from both ends.
 */
export function seekPoint(frame, ticks, timescale) {
  const margin = Math.min(frame.duration / 2, timescale / 20);
  return Math.min(Math.max(ticks, frame.start + margin), frame.start + frame.duration - margin);
}

/**
 * Returns the index of the last element that begins at or before a value, or -1 if there is none.
 * @template T
 * @param {T[]} list sorted
 * @param {(element: T) => number} begin
 */
export function lastAtOrBefore(list, value, begin) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (begin(list[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

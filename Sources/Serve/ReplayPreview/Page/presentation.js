// The presentation of one frame: from the seek of the media element until the browser has shown the frame. It does not
// need the DOM, and holds no timers.

const maxReloads = 3; // reloads after which a seek without a frame callback counts as shown

/**
 * A frame that is to be shown. A seek is complete when the element has sought and the frame was presented.
 *
 * Events return an action: `done` (the frame is shown), `wait` (call `timedOut` if the frame is not presented in time),
 * `reload` (load the frame again and seek to it), or null.
 */
export class Presentation {
  /** The frame, or null if the edit has no video. @type {import('./frames.js').Frame | null} */
  frame;
  #hasSeeked = false;
  #hasFrame;
  #reloads = 0;

  /** @param {boolean} isShown true if the frame is already shown, so that no other presentation of it will follow */
  constructor(frame, isShown) {
    this.frame = frame;
    this.#hasFrame = isShown || frame === null;
  }

  /** The element has sought. */
  seeked() {
    this.#hasSeeked = true;
    return this.#next();
  }

  /** The browser has presented a frame. @param {number} number of the frame */
  presented(number) {
    if (number !== this.frame?.number) return null;
    this.#hasFrame = true;
    return this.#next();
  }

  /**
   * The frame was not presented in time. A browser may silently drop frames while others are appended. It then shows the
   * next frame that it has.
   * @param {boolean} isTold true if the browser reports the frames that it presents
   */
  timedOut(isTold) {
    if (!isTold || this.#reloads >= maxReloads) {
      this.#hasFrame = true;
      return this.#next();
    }
    this.#reloads += 1;
    this.#hasSeeked = false;
    return 'reload';
  }

  #next() {
    if (!this.#hasSeeked) return null;
    return this.#hasFrame ? 'done' : 'wait';
  }
}

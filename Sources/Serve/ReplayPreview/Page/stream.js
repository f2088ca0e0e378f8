// The data of the edit in a MediaSource: its tracks, the requests for them, and the end of the stream.

import { openSource } from './buffers.js';
import { AudioTrack } from './audiotrack.js';
import { VideoTrack } from './videotrack.js';

/** The numbers of frames that are loaded at once. */
export const counts = {
  seek: 8, // those that a decoder holds back, and some for stepping
  fill: 30,
};

const heldBack = 4; // frames that a multithreaded decoder may hold back; Chromium uses three threads at 1080p

/**
 * A request for data.
 * @typedef {{revision: string, signal: AbortSignal, isWanted: () => boolean, position: number, ready?: Promise<void>}} Request
 */

/** The buffered data of one edit. Times are ticks of edited time, unless they are called seconds. */
export class EditStream {
  /** @type {VideoTrack | null} */
  video = null;
  /** @type {AudioTrack | null} */
  audio = null;
  #source;
  #timescale;
  #edit;
  #generation = 0;
  #abort = new AbortController();

  /** @param {HTMLVideoElement} element @param {import('./api.js').Media} media */
  static async open(element, media, description) {
    const stream = new EditStream(await openSource(element), description);
    [stream.video, stream.audio] = await Promise.all([
      description.video && VideoTrack.open(stream.#source, media, description),
      description.audio && AudioTrack.open(stream.#source, media),
    ]);
    return stream;
  }

  constructor(source, { edit, timescale }) {
    this.#source = source;
    this.#edit = edit;
    this.#timescale = timescale;
    source.duration = Math.max(1, edit.duration) / timescale;
  }

  /** The duration of the edit, in seconds. */
  get seconds() {
    return this.#edit.duration / this.#timescale;
  }

  /** Uses another edit. Requests for the old edit end, and their data are dropped. */
  setEdit(edit) {
    this.#edit = edit;
    this.close();
    this.#abort = new AbortController();
  }

  /** Ends all requests. */
  close() {
    this.#generation += 1;
    this.#abort.abort();
  }

  /**
   * Creates a request for data of the edit.
   * @param {number} position a time around which nothing is evicted
   * @returns {Request}
   */
  request(position, isStillWanted = () => true) {
    const generation = this.#generation;
    return {
      revision: this.#edit.revision,
      signal: this.#abort.signal,
      isWanted: () => generation === this.#generation && isStillWanted(),
      position,
    };
  }

  /** Loads frames from a number on. @returns {Promise<boolean>} true if there were any */
  async loadFrom(number, request, count = counts.fill) {
    if (number >= this.#edit.frames) return false;
    return await this.video.load({ frame: number, count }, request) > 0;
  }

  /**
   * Loads frames after a frame that is to be shown. At the end of the buffered data, a decoder would wait for more, and
   * would not show it.
   */
  async follow(frame, request) {
    const last = this.video.frames.endOfRun(frame.number);
    if (last && last.number - frame.number < heldBack) await this.loadFrom(last.number + 1, request, counts.seek);
  }

  /**
   * Signals the end of the stream if the data from a frame, or from a position, to the end of the edit are there. At the
   * end, a decoder outputs its last frames only after this signal.
   * @param {import('./frames.js').Frame | null} frame
   */
  async end(frame, position) {
    const isWhole = this.video
      ? frame && this.video.frames.endOfRun(frame.number)?.number === this.#edit.frames - 1
      : this.audio.realUntil(position / this.#timescale) >= this.seconds;
    if (!isWhole) return;
    const { isWanted } = this.request(position);
    await this.#idle(isWanted);
    if (isWanted() && this.#source.readyState === 'open') this.#source.endOfStream();
  }

  /** Removes all data, and sets the duration of the edit. */
  async reset() {
    const { isWanted } = this.request(0);
    await Promise.all([this.video?.clear(), this.audio?.clear()]);
    await this.#idle(isWanted);
    if (isWanted()) this.#source.duration = Math.max(1, this.#edit.duration) / this.#timescale;
  }

  /** Sets the duration of an edit that extends `old`, and keeps the data. */
  async extend(old) {
    // The former last frame of a growing recording has a longer duration now.
    this.video?.frames.remove(old.frames - 1);
    this.audio?.forgetFrom(old.duration / this.#timescale);
    const { isWanted } = this.request(0);
    await this.#idle(isWanted);
    if (isWanted() && this.#source.readyState === 'open') this.#source.duration = this.seconds;
  }

  // Waits until no operation is in progress, because the end and duration of a source can only be set then.
  // Waiting operations may append more.
  async #idle(isWanted) {
    do {
      await Promise.all([this.video?.idle(), this.audio?.idle()]);
    } while (isWanted() && [...this.#source.sourceBuffers].some((buffer) => buffer.updating));
  }
}

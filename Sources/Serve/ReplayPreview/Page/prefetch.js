// Loading ahead of the position: while playing, and for stepping and playing when a paused player rests.

import { counts } from './stream.js';

const aheadSeconds = 10;
const behindSeconds = 20;
const maxAheadBytes = 40e6;

/** Loads data that no seek needs yet. */
export class Prefetcher {
  #stream;
  #state;
  #timescale;
  #element;
  #isFilling = false;

  /**
   * @param {import('./stream.js').EditStream} stream
   * @param {import('./playback.js').PlaybackState} state
   * @param {HTMLVideoElement} element
   */
  constructor(stream, state, element, timescale) {
    this.#stream = stream;
    this.#state = state;
    this.#element = element;
    this.#timescale = timescale;
  }

  /** Loads what will be played next, while the element plays. Does nothing if it is already loading. */
  async fill() {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      while (this.#state.isRunning) {
        const request = this.#request();
        const more = await Promise.all([this.#fillVideo(request), this.#fillAudio(request)]);
        if (request.isWanted() && !more.some(Boolean)) break;
      }
      await this.#stream.end(this.#stream.video?.at(this.#position), this.#state.soughtPosition);
    } finally {
      this.#isFilling = false;
    }
  }

  /** Loads frames for stepping and audio for playing around the position of a paused player. */
  async prepare() {
    const { video, audio, seconds } = this.#stream;
    const request = this.#request();
    const frame = this.#state.shown;
    await audio?.load(this.#state.soughtPosition / this.#timescale, seconds, request);
    if (!frame || !request.isWanted() || !this.#state.isIdle) return;
    const first = video.frames.endOfRun(frame.number, -1) ?? frame;
    const last = video.frames.endOfRun(frame.number) ?? frame;
    if (last.number < frame.number + counts.fill) await this.#stream.loadFrom(last.number + 1, request);
    if (request.isWanted() && first.number > Math.max(0, frame.number - counts.fill)) {
      const from = Math.max(0, first.number - counts.fill);
      await video.load({ frame: from, count: first.number - from }, request);
    }
  }

  async #fillVideo(request) {
    const { video } = this.#stream;
    if (!video) return false;
    const position = this.#position;
    const frame = video.at(position);
    if (!frame) return await video.load({ at: position, count: counts.fill }, request) > 0;
    const last = video.frames.endOfRun(frame.number);
    const isAhead = last.start + last.duration - position > aheadSeconds * this.#timescale;
    const isLarge = (last.number - frame.number) * frame.size > maxAheadBytes;
    return !isAhead && !isLarge && this.#stream.loadFrom(last.number + 1, request);
  }

  async #fillAudio(request) {
    const { audio } = this.#stream;
    const seconds = this.#position / this.#timescale;
    if (!audio || audio.realUntil(seconds) - seconds > aheadSeconds) return false;
    const isMore = await audio.load(seconds, this.#stream.seconds, request);
    if (isMore) await audio.keep(seconds - behindSeconds, seconds + 2 * aheadSeconds);
    return isMore;
  }

  get #position() {
    return this.#state.position(this.#element.currentTime);
  }

  // A new target cancels the request, because only one run of frames is kept, and appending these after that target's
  // frames would remove them.
  #request() {
    const { targetCount } = this.#state;
    return this.#stream.request(this.#state.soughtPosition, () => targetCount === this.#state.targetCount);
  }
}

// The frames of the edit in their SourceBuffer, and the table of its contents.

import { parseFragments } from './fragments.js';
import { FrameTable, seekPoint } from './frames.js';
import { TrackBuffer } from './buffers.js';

const budget = 96e6; // bytes; Chromium evicts a video's SourceBuffer at 150 MB
const maxCount = 60;

/** The SourceBuffer of the video. Times are ticks of edited time. */
export class VideoTrack {
  #buffer;
  #media;
  #timescale;
  #run = 0; // the number of the run of frames in the buffer
  frames = new FrameTable();

  static async open(source, media, description) {
    const buffer = new TrackBuffer(source, `video/mp4; codecs="${description.video.codec}"`);
    await buffer.append(await media.init('video'));
    return new VideoTrack(buffer, media, description.timescale);
  }

  constructor(buffer, media, timescale) {
    this.#buffer = buffer;
    this.#media = media;
    this.#timescale = timescale;
  }

  async clear() {
    this.frames.clear();
    this.#run += 1;
    await this.#buffer.remove(0, Infinity);
  }

  /** Returns the frame shown at a time, if it is buffered. */
  at(ticks) {
    const frame = this.frames.at(ticks);
    return frame && this.#has(frame) ? frame : null;
  }

  /** Returns the frame with a number, if it is buffered. */
  get(number) {
    const frame = this.frames.get(number);
    return frame && this.#has(frame) ? frame : null;
  }

  // Forgets a frame that the browser has evicted by itself, so that it is loaded again.
  #has(frame) {
    if (this.#buffer.has(seekPoint(frame, frame.start, this.#timescale) / this.#timescale)) return true;
    this.frames.remove(frame.number);
    return false;
  }

  /**
   * Loads frames, and appends them from the first missing one on.
   * @param {{at?: number, frame?: number, count: number}} range
   * @param {{revision: string, signal: AbortSignal, isWanted: () => boolean, ready?: Promise<void>, position: number}}
   *   request `ready`: resolves before appending; `position`: a time around which nothing is evicted
   * @returns {Promise<number>} the number of frames received
   */
  async load(range, { revision, signal, isWanted, ready, position }) {
    const bytes = await this.#media.video(revision, { ...range, count: Math.min(range.count, maxCount) }, signal);
    await ready;
    if (!isWanted()) return 0;
    const fragments = parseFragments(bytes);
    const first = fragments.findIndex(({ number }) => !this.frames.get(number));
    if (first >= 0) await this.#append(fragments.slice(first), isWanted, position);
    return fragments.length;
  }

  async #append(fragments, isWanted, position) {
    const bytes = joined(fragments);
    // Frames are removed before others are appended, because operations on a buffer keep their order.
    if (!this.#touches(fragments)) this.clear();
    const run = this.#run;
    if (this.frames.size + bytes.length > budget) await this.#evict(position, budget / 2);
    try {
      await this.#buffer.append(bytes, isWanted);
    } catch (error) {
      if (error.name !== 'QuotaExceededError') throw error;
      await this.#evict(position, this.frames.size / 3);
      await this.#buffer.append(bytes, isWanted);
    }
    if (!isWanted() || run !== this.#run) return;
    for (const { number, start, duration, bytes: { length } } of fragments) {
      this.frames.add({ number, start, duration, size: length });
    }
    // A browser counts in microseconds, so the end of the last frame may be one past the start of an existing frame.
    // The browser then removes that frame, and neither `buffered` nor an event shows it.
    this.frames.remove(fragments.at(-1).number + 1);
  }

  // Only one run of frames is kept. If frames are long, Chromium merges runs that are near each other, and frames of a
  // third run between them are no longer found.
  #touches(fragments) {
    const { sorted } = this.frames;
    if (sorted.length === 0) return true;
    return fragments[0].number <= sorted.at(-1).number + 1 && fragments.at(-1).number >= sorted[0].number - 1;
  }

  async #evict(position, size) {
    const [start, end] = this.frames.rangeWithin(position, size);
    const gone = this.frames.sorted.filter((frame) => frame.start + frame.duration <= start || frame.start >= end);
    const before = gone.findLast((frame) => frame.start < position);
    const after = gone.find((frame) => frame.start > position);
    gone.forEach((frame) => this.frames.remove(frame.number));
    if (before) await this.#buffer.remove(0, (before.start + before.duration) / this.#timescale);
    if (after) await this.#buffer.remove(after.start / this.#timescale, Infinity);
  }

  idle() {
    return this.#buffer.idle();
  }
}

// The fragments of one response are contiguous in memory.
function joined(fragments) {
  const [first, last] = [fragments[0].bytes, fragments.at(-1).bytes];
  return new Uint8Array(first.buffer, first.byteOffset, last.byteOffset + last.length - first.byteOffset);
}

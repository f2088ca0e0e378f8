// The audio of the edit in windows of a second: real where it will be heard, silent where somebody only looks.

import { parseFLACTrack } from './fragments.js';
import { silentFragment } from './silence.js';
import { TrackBuffer } from './buffers.js';

const rate = 48000;
const windowsAtOnce = 3;

/** Fills the SourceBuffer of the audio. Times are seconds of edited time. */
export class AudioTrack {
  #buffer;
  #media;
  #stream;
  #windows = new Map(); // number of the window → whether it is real
  #isDirty = false;

  static async open(source, media) {
    const buffer = new TrackBuffer(source, 'audio/mp4; codecs="flac"');
    const init = await media.init('audio');
    await buffer.append(init);
    return new AudioTrack(buffer, media, parseFLACTrack(init));
  }

  constructor(buffer, media, stream) {
    this.#buffer = buffer;
    this.#media = media;
    this.#stream = stream;
  }

  async clear() {
    this.#windows.clear();
    this.#isDirty = false;
    await this.#buffer.remove(0, Infinity);
  }

  /** Makes a seek to a time possible without asking the server for audio. */
  async silence(seconds, end, isWanted) {
    if (!this.#stream) return;
    for (const index of [0, 1].map((each) => each + Math.floor(seconds))) {
      if (this.#windows.has(index) || index >= end) continue;
      this.#windows.set(index, false);
      const count = Math.min(rate, Math.floor((end - index) * rate));
      if (count > 0) await this.#buffer.append(silentFragment(this.#stream, index * rate, count), isWanted);
    }
    this.#isDirty ||= this.#windows.get(Math.floor(seconds)) === false;
  }

  /** Whether the audio heard at a time would be real. */
  isReal(seconds) {
    return this.#windows.get(Math.floor(seconds)) === true;
  }

  /** Whether a decoder may still hold silence where there is audio now; asked once, before playing. */
  takeDirty() {
    const isDirty = this.#isDirty;
    this.#isDirty = false;
    return isDirty;
  }

  /** The end of the real audio from a time on, in seconds. */
  realUntil(seconds) {
    let index = Math.floor(seconds);
    while (this.#windows.get(index)) index += 1;
    return index;
  }

  /** Loads the next windows that are not real from a time on. @returns {Promise<boolean>} whether there were any */
  async load(seconds, end, { revision, signal, isWanted }) {
    const first = this.realUntil(seconds);
    if (first >= end) return false;
    let last = first + 1;
    while (last < first + windowsAtOnce && last < end && !this.#windows.get(last)) last += 1;
    const bytes = await this.#media.audio(revision, first * rate, Math.floor(Math.min(last, end) * rate), signal);
    if (!isWanted()) return false;
    await this.#buffer.append(bytes, isWanted);
    if (!isWanted()) return false;
    for (let index = first; index < last; index += 1) this.#windows.set(index, true);
    return true;
  }

  /** The edit has grown: what was its end is no longer whole. */
  forgetFrom(seconds) {
    for (const index of this.#windows.keys()) if (index >= Math.floor(seconds)) this.#windows.delete(index);
  }

  /** Keeps a range of seconds, and forgets the rest. */
  async keep(start, end) {
    const [from, to] = [Math.max(0, Math.floor(start)), Math.ceil(end)];
    for (const index of this.#windows.keys()) if (index < from || index >= to) this.#windows.delete(index);
    await this.#buffer.remove(0, from);
    await this.#buffer.remove(to, Infinity);
  }

  idle() {
    return this.#buffer.idle();
  }
}

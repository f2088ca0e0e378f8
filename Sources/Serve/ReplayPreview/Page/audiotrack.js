// The audio of the edit in windows of one second: real audio for playback, silence where a seek only shows a frame.

import { parseFLACTrack } from './fragments.js';
import { silentFragment } from './silence.js';
import { TrackBuffer } from './buffers.js';

const rate = 48000;
const windowsAtOnce = 3;

/** The SourceBuffer of the audio. Times are seconds of edited time. */
export class AudioTrack {
  #buffer;
  #media;
  #stream;
  #windows = new Map(); // number of the window → true if it contains real audio
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

  /** Makes a seek to a time possible without requesting audio from the server. */
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

  /** Returns true if the audio at a time is real. */
  isReal(seconds) {
    return this.#windows.get(Math.floor(seconds)) === true;
  }

  /** Returns true if a decoder may still hold silence at places that now have audio. Called once, before playing. */
  takeDirty() {
    const isDirty = this.#isDirty;
    this.#isDirty = false;
    return isDirty;
  }

  /** Returns the end of the real audio from a time on, in seconds. */
  realUntil(seconds) {
    let index = Math.floor(seconds);
    while (this.#windows.get(index)) index += 1;
    return index;
  }

  /**
   * Loads the next windows from a time on that are not real.
   * @param {number} [count] the number of windows
   * @returns {Promise<boolean>} true if there were any
   */
  async load(seconds, end, { revision, signal, isWanted }, count = windowsAtOnce) {
    const first = this.realUntil(seconds);
    if (first >= end) return false;
    let last = first + 1;
    while (last < first + count && last < end && !this.#windows.get(last)) last += 1;
    const bytes = await this.#media.audio(revision, first * rate, Math.floor(Math.min(last, end) * rate), signal);
    if (!isWanted()) return false;
    await this.#buffer.append(bytes, isWanted);
    if (!isWanted()) return false;
    for (let index = first; index < last; index += 1) this.#windows.set(index, true);
    return true;
  }

  /** Forgets the windows from a time on, because the edit has grown and its last window is incomplete. */
  forgetFrom(seconds) {
    for (const index of this.#windows.keys()) if (index >= Math.floor(seconds)) this.#windows.delete(index);
  }

  /** Keeps a range of seconds and removes the rest. */
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

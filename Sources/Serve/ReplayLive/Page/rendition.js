// One rendition of the live presentation: its playlist, and the media around the position of the player.

import { parseMedia } from './playlist.js';

// Seconds: the media that are kept before the position, those that are loaded ahead of it, the time between two looks at
// the playlist while nothing is loaded, and the media that are loaded soon anyway.
const [kept, ahead, pause, soon] = [60, 30, 2, 10];

const after = ({ segment, part }) => part === null ? { segment: segment + 1, part: 0 } : { segment, part: part + 1 };

/** Follows a playlist and appends its pieces, one after the other, from the live edge or from an earlier time. */
export class Rendition {
  #url;
  #buffer;
  #get;
  #position;
  #playlist = null;
  // The time at which a listed segment begins; playlists say only how long segments are.
  #origin = null;
  #next = null;
  #target = null;
  #abort = new AbortController();
  #wake = () => {};

  /**
   * @param {URL} url of the playlist
   * @param {SourceBuffer} buffer
   * @param {(url: URL, kind: 'text' | 'arrayBuffer', signal: AbortSignal) => Promise<any>} get returns null for what is gone
   * @param {() => number} position returns that of the player, in seconds
   */
  constructor(url, buffer, get, position) {
    [this.#url, this.#buffer, this.#get, this.#position] = [url, buffer, get, position];
  }

  /** The times between which the server has media, in seconds; null before the first one is known. */
  get range() {
    if (!this.#origin) return null;
    const { pieces, isEnded } = this.#playlist;
    const { buffered } = this.#buffer;
    const last = pieces.at(-1);
    const end = last.start + last.duration;
    // After the end, the server has nothing any longer.
    if (isEnded) return { start: buffered.length ? buffered.start(0) : end, end };
    // The server drops the oldest segment soon.
    const second = pieces.find((piece) => piece.segment > pieces[0].segment);
    return { start: (second ?? pieces[0]).start, end };
  }

  /** The wanted distance from the end, in seconds. */
  get holdBack() {
    return this.#playlist?.holdBack ?? 1;
  }

  /** True while the media of another time are awaited. */
  get isJumping() {
    return this.#target !== null;
  }

  /** True if the media of a time are loaded, or come next. */
  holds(time) {
    const { buffered } = this.#buffer;
    const last = buffered.length - 1;
    if (last >= 0 && buffered.end(last) <= time && time < buffered.end(last) + soon) return true;
    return [...Array(buffered.length).keys()].some((index) => buffered.start(index) <= time && time < buffered.end(index));
  }

  /** Loads from another time on. */
  jump(time) {
    this.#target = time;
    this.#abort.abort();
    this.#wake();
  }

  /** Loads to the end of the broadcast. */
  async follow() {
    await this.#reload('');
    await this.#append(await this.#get(this.#playlist.header, 'arrayBuffer'));
    this.#next = this.#beginning();
    while (true) {
      this.#abort = new AbortController();
      try {
        if (this.#target !== null) await this.#go();
        if (await this.#step()) return;
      } catch (error) {
        if (error.name !== 'AbortError') throw error;
      }
    }
  }

  /** Appends the next piece, or waits for it. @returns {Promise<boolean>} true at the end of the broadcast */
  async #step() {
    const { signal } = this.#abort;
    if (this.#isFull()) {
      await this.#sleep(pause);
      if (!signal.aborted) await this.#reload('', signal);
      return false;
    }
    const piece = this.#playlist.pieces.find((each) => this.#isNext(each));
    if (piece) {
      const bytes = await this.#get(piece.url, 'arrayBuffer', signal);
      if (bytes && !signal.aborted && !await this.#append(bytes)) return false;
      if (signal.aborted) return false;
      this.#next = after(piece);
      if (bytes && !this.#origin) this.#learn(piece);
      return false;
    }
    if (this.#playlist.isEnded) return true;
    const { segment, part } = this.#playlist.next;
    await this.#reload(`_HLS_msn=${segment}&_HLS_part=${part}`, signal);
    return false;
  }

  #isNext({ segment, part }) {
    const next = this.#next;
    return segment > next.segment || segment === next.segment && (part ?? Infinity) >= next.part;
  }

  /** True if enough is loaded ahead. All is loaded when the broadcast ends, because the server then ends too. */
  #isFull() {
    const { buffered } = this.#buffer;
    if (this.#playlist.isEnded || !buffered.length) return false;
    const position = Math.max(this.#position(), buffered.start(0));
    return buffered.end(buffered.length - 1) - position > ahead;
  }

  /** Removes everything, and continues with the piece of the target. */
  async #go() {
    const time = this.#target;
    await this.#remove(0, Infinity);
    const piece = this.#playlist.pieces.findLast(({ start, isIndependent }) => isIndependent && start <= time);
    const { segment, part } = piece ?? this.#playlist.pieces[0];
    this.#next = { segment, part: part ?? 0 };
    if (this.#target === time) this.#target = null;
  }

  /** The piece to begin with: the last one with a keyframe that is far enough from the end. */
  #beginning() {
    const { pieces, holdBack, isEnded } = this.#playlist;
    const last = pieces.at(-1);
    const end = last.start + last.duration - holdBack;
    const piece = isEnded ? null : pieces.findLast(({ start, isIndependent }) => isIndependent && start <= end);
    const { segment, part } = piece ?? pieces[0];
    return { segment, part: part ?? 0 };
  }

  async #reload(query, signal) {
    const url = new URL(this.#url);
    url.search = query;
    const text = await this.#get(url, 'text', signal);
    if (text === null) throw new RangeError('it is gone');
    this.#playlist = parseMedia(text, this.#url);
    if (!this.#origin) return;
    const known = this.#playlist.pieces.find(({ segment }) => segment === this.#origin.segment);
    if (known) this.#shift(this.#origin.time - known.start);
    else await this.#startAgain();
  }

  /** Begins at the live edge, because nothing that is known is listed any longer: the computer has slept. */
  async #startAgain() {
    this.#origin = null;
    await this.#remove(0, Infinity);
    this.#next = this.#beginning();
  }

  /** Learns the times of the playlist by the first piece that was appended. */
  #learn(piece) {
    const { buffered } = this.#buffer;
    if (buffered.length) this.#shift(buffered.start(buffered.length - 1) - piece.start);
  }

  #shift(time) {
    const { pieces } = this.#playlist;
    for (const piece of pieces) piece.start += time;
    const { segment } = pieces.at(-1);
    this.#origin = { segment, time: pieces.find((piece) => piece.segment === segment).start };
  }

  /** @returns {Promise<boolean>} false if the browser has no room; some is made by playing */
  async #append(bytes) {
    try {
      this.#buffer.appendBuffer(bytes);
    } catch (error) {
      if (error.name !== 'QuotaExceededError') throw error;
      await this.#sleep(1);
      await this.#removeOld(10);
      return false;
    }
    await this.#settled();
    await this.#removeOld(kept + 10);
    return true;
  }

  async #removeOld(limit) {
    const { buffered } = this.#buffer;
    const end = this.#position() - Math.min(kept, limit);
    if (buffered.length && buffered.start(0) < this.#position() - limit) await this.#remove(0, end);
  }

  async #remove(start, end) {
    this.#buffer.remove(start, end);
    await this.#settled();
  }

  #settled() {
    return new Promise((done, failed) => {
      this.#buffer.addEventListener('updateend', done, { once: true });
      this.#buffer.addEventListener('error', () => failed(new Error('the browser cannot play it')), { once: true });
    });
  }

  #sleep(seconds) {
    return new Promise((done) => {
      this.#wake = done;
      setTimeout(done, seconds * 1000);
    });
  }
}

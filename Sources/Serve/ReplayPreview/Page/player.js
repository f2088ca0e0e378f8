// The player of the edit. The time of the media element is edited time: the server sends the kept frames one after the
// other, and the page neither has nor requests any other frame.

import { openSource } from './buffers.js';
import { VideoTrack } from './videotrack.js';
import { AudioTrack } from './audiotrack.js';
import { seekPoint } from './frames.js';
import { extendsEdit, toEdited, toRecording } from './editmap.js';

const heldBack = 4; // frames that a multithreaded decoder may hold back; Chromium uses three threads at 1080p
const seekCount = 8; // frames for a seek: those that are held back, and some for stepping
const fillCount = 30;
const aheadSeconds = 10;
const behindSeconds = 20;
const maxAheadBytes = 40e6;
const restDelay = 150; // ms until a paused player loads data for playing and stepping
const frameTimeout = 1000; // ms until a frame that was not presented is loaded again, unless the page is hidden
const maxReloads = 3; // reloads after which a seek without a frame callback counts as shown
const pushDelay = 150; // ms after which a seek that shows nothing gets more frames
const retryDelay = 500; // ms until frames that do not exist yet are requested again
const staleFetch = 120; // ms after which a fetch is aborted for a newer target

/**
 * Plays, seeks and steps. Tests use it as `window.replay`.
 *
 * Events: `position` (another frame is shown), `state` (playing, paused, waiting), `stale` (`detail`: the present Edit,
 * because the player's is outdated), `error` (`detail`: an Error).
 */
export class Player extends EventTarget {
  /** If set to an array, receives the media time, in seconds, of each presented frame. @type {number[] | null} */
  presented = null;
  /** @type {HTMLVideoElement} */
  video;

  #media;
  #timescale;
  #edit;
  #source;
  #videoTrack = null;
  #audioTrack = null;
  #position = 0;
  #shown = null;
  #generation = 0;
  #targets = 0; // the number of targets so far
  #abort = new AbortController();
  #seekFetch = null;
  #want = null;
  #aim = null;
  #needsReset = false;
  #isPlaying = false;
  #isFilling = false;
  #reverse = 0;
  #stopAt = Infinity;
  #awaited = null;
  #timers = { fill: 0, rest: 0, retry: 0 };

  /** @param {HTMLVideoElement} video @param {import('./api.js').Media} media */
  static async open(video, media, description) {
    const player = new Player(video, media, description);
    player.#source = await openSource(video);
    player.#source.duration = Math.max(1, description.edit.duration) / description.timescale;
    [player.#videoTrack, player.#audioTrack] = await Promise.all([
      description.video && VideoTrack.open(player.#source, media, description),
      description.audio && AudioTrack.open(player.#source, media),
    ]);
    player.#listen();
    return player;
  }

  constructor(video, media, description) {
    super();
    this.video = video;
    this.#media = media;
    this.#timescale = description.timescale;
    this.#edit = description.edit;
  }

  /** The edit that is played, in the form of the protocol. */
  get edit() {
    return this.#edit;
  }

  get isPlaying() {
    return this.#isPlaying || this.#reverse > 0;
  }

  /** The playback speed: negative while playing backward. */
  get rate() {
    return this.#reverse > 0 ? -this.#reverse : this.video.playbackRate;
  }

  /** Returns the position in ticks of edited time. */
  position() {
    if (!this.#isPlaying || this.#want || this.#aim) return this.#position;
    return this.#clamp(Math.round(this.video.currentTime * this.#timescale));
  }

  /** Returns the shown frame, or null before the first one. `start` and `duration` are ticks of edited time. */
  frame() {
    return this.#shown && { number: this.#shown.number, start: this.#shown.start, duration: this.#shown.duration };
  }

  /** Returns the frame at a time in ticks, in the form of `frame`, if it was loaded. */
  frameAt(ticks) {
    return this.#videoTrack?.frames.at(ticks) ?? null;
  }

  /**
   * Shows the frame at a time. If targets arrive faster than frames can be shown, only the newest is requested.
   * @param {number} ticks edited time
   * @returns {Promise<boolean>} true if it was presented, false if another seek replaced it
   */
  seek(ticks) {
    return this.#enqueue({ ticks: this.#clamp(Math.round(ticks)) });
  }

  /** Steps forward or backward by `count` frames. @returns {Promise<boolean>} the result of `seek` */
  step(count) {
    if (!this.#videoTrack) return this.seek(this.position() + count * (this.#timescale / 10));
    const pending = this.#want ?? this.#aim;
    const current = pending?.number ?? (pending ? null : this.#shown?.number);
    if (current === null || current === undefined) return this.seek(this.position());
    return this.#enqueue({ number: Math.min(Math.max(0, current + count), this.#edit.frames - 1) });
  }

  /** Plays from the position on, or from the start if the position is the end; stops at `until`, in ticks. */
  async play({ until = Infinity, rate = 1 } = {}) {
    this.#reverse = 0;
    this.#stopAt = until;
    this.video.playbackRate = rate;
    if (this.#isPlaying || this.#edit.duration === 0) return;
    const atEnd = this.#shown && this.#shown.number === this.#edit.frames - 1;
    if (this.video.ended || (atEnd && this.#position >= this.#shown.start)) await this.seek(0);
    this.#isPlaying = true;
    this.#timers.fill = setInterval(() => this.#fill(), 250);
    this.#tell('state');
    if (!this.#want && !this.#aim) await this.#resume();
  }

  /** Stops on the frame that is then shown exactly. */
  async pause() {
    const position = this.position();
    this.#stop();
    await this.seek(position);
  }

  /** Plays backward by seeks, because a media element only plays forward. */
  playBackward(rate) {
    const position = this.position();
    this.#stop();
    this.#reverse = rate;
    this.#position = position;
    this.#tell('state');
    this.#rewind(performance.now(), position);
  }

  /** Replaces the edit. From here on, nothing of the old edit is shown or requested. */
  setEdit(edit) {
    const old = this.#edit;
    if (edit.revision === old.revision && edit.duration === old.duration && edit.frames === old.frames) return;
    const time = toRecording(old, this.#want?.ticks ?? this.position());
    this.#edit = edit;
    this.#generation += 1;
    this.#abort.abort();
    this.#abort = new AbortController();
    if (extendsEdit(old, edit)) {
      this.#extend(old);
      return;
    }
    this.video.pause();
    this.#videoTrack?.frames.clear();
    // A seek into a range that is being removed would never end.
    this.#awaited?.resolve(false);
    this.#awaited = null;
    this.#needsReset = true;
    this.#shown = null;
    this.#stopAt = Infinity;
    this.#enqueue({ ticks: this.#clamp(toEdited(edit, time)) });
  }

  close() {
    this.#stop();
    this.#generation += 1;
    this.#abort.abort();
    this.#want = null;
    this.video.removeAttribute('src');
    this.video.load();
  }

  // Targets: one is being shown (#aim), at most one waits (#want).

  #enqueue(want) {
    clearTimeout(this.#timers.rest);
    clearTimeout(this.#timers.retry);
    this.#want?.resolve(false);
    const promise = new Promise((resolve) => { want.resolve = resolve; });
    this.#want = want;
    this.#targets += 1;
    this.#position = want.ticks ?? this.#videoTrack.frames.get(want.number)?.start ?? this.#position;
    if (this.#isPlaying) this.video.pause();
    // A recent fetch is not aborted: if each movement of the pointer aborted the last fetch, none would complete.
    if (this.#seekFetch && performance.now() - this.#seekFetch.begun > staleFetch) this.#seekFetch.controller.abort();
    this.#tell('position');
    this.#pump();
    return promise;
  }

  async #pump() {
    if (this.#aim) return;
    while (this.#want) {
      this.#aim = this.#want;
      this.#want = null;
      const isShown = await this.#show(this.#aim).catch((error) => this.#fail(error));
      this.#aim.resolve(isShown);
    }
    this.#aim = null;
    this.#settle();
  }

  async #show(want) {
    if (this.#edit.duration === 0) return false;
    const request = this.#request();
    if (this.#needsReset) request.ready = this.#reset();
    const frame = this.#videoTrack ? this.#find(want) ?? await this.#fetch(want, request) : null;
    if (frame) await this.#follow(frame, request);
    await request.ready;
    if (!request.isWanted()) return false;
    if (this.#videoTrack && !frame) return this.#retry();
    const ticks = want.ticks ?? frame.start;
    if (!this.#want) this.#position = ticks;
    await this.#audioTrack?.silence(ticks / this.#timescale, this.#seconds(), request.isWanted);
    await this.#endStream(frame);
    return request.isWanted() && this.#present(frame, ticks);
  }

  #find({ number, ticks }) {
    return number === undefined ? this.#videoTrack.at(ticks) : this.#videoTrack.get(number);
  }

  async #fetch(want, request) {
    const controller = new AbortController();
    this.#seekFetch = { controller, begun: performance.now() };
    const signal = AbortSignal.any([request.signal, controller.signal]);
    try {
      for (const range of this.#ranges(want)) {
        await this.#videoTrack.load(range, { ...request, signal });
        const frame = request.isWanted() ? this.#find(want) : null;
        if (frame) return frame;
      }
      return null;
    } finally {
      this.#seekFetch = null;
    }
  }

  // At the end of the buffered data, a decoder would wait for more, and would not show the wanted frame.
  async #follow(frame, request) {
    const last = this.#videoTrack.frames.endOfRun(frame.number);
    if (last && last.number - frame.number < heldBack) await this.#loadFrom(last.number + 1, request, seekCount);
  }

  // Backward, the frames before the wanted one are loaded with it, because they are wanted next.
  #ranges({ number, ticks }) {
    const current = this.#shown?.number ?? 0;
    if (number !== undefined) {
      const isBack = number < current;
      return [{ frame: Math.max(0, isBack ? number - fillCount : number), count: isBack ? fillCount + seekCount : seekCount }];
    }
    const exact = { at: ticks, count: seekCount };
    return this.#reverse > 0 ? [{ frame: Math.max(0, current - fillCount), count: fillCount }, exact] : [exact];
  }

  // The proxy does not reach this frame yet.
  #retry() {
    this.#tell('waiting');
    this.#timers.retry = setTimeout(() => this.#enqueue({ ticks: this.#position }), retryDelay);
    return false;
  }

  #present(frame, ticks) {
    const target = frame ? seekPoint(frame, ticks, this.#timescale) : ticks;
    const seconds = target / this.#timescale;
    const isShown = frame !== null && this.#shown === frame;
    if (isShown && Math.abs(this.video.currentTime - seconds) < 1e-4) return true;
    const presented = new Promise((resolve) => {
      this.#awaited = { frame, resolve, hasSeeked: false, hasFrame: isShown || !frame, reloads: 0 };
    });
    this.video.currentTime = seconds;
    const timer = setTimeout(() => frame && this.#push(frame), pushDelay);
    return presented.finally(() => clearTimeout(timer));
  }

  // A decoder that holds back more frames than the seek has loaded outputs the first one when it gets more.
  async #push(frame) {
    try {
      const last = this.#videoTrack.frames.endOfRun(frame.number);
      if (last) await this.#loadFrom(last.number + 1, this.#request(() => this.#awaited?.frame === frame));
      await this.#endStream(frame);
    } catch (error) {
      this.#fail(error);
    }
  }

  #settleAwaited(change) {
    const awaited = this.#awaited;
    if (!awaited) return;
    Object.assign(awaited, change);
    if (!awaited.hasSeeked) return;
    if (!awaited.hasFrame) {
      const isTold = 'requestVideoFrameCallback' in this.video && !document.hidden;
      setTimeout(() => this.#awaited === awaited && this.#notPresented(awaited), isTold ? frameTimeout : 0);
      return;
    }
    this.#awaited = null;
    this.#shown = awaited.frame;
    this.#tell('position');
    awaited.resolve(true);
  }

  // A browser may silently drop frames while others are appended. It then shows the next frame that it has.
  async #notPresented(awaited) {
    const isTold = 'requestVideoFrameCallback' in this.video && !document.hidden;
    if (!isTold || awaited.reloads >= maxReloads) {
      this.#settleAwaited({ hasFrame: true });
      return;
    }
    awaited.reloads += 1;
    awaited.hasSeeked = false;
    try {
      this.#videoTrack.frames.remove(awaited.frame.number);
      await this.#loadFrom(awaited.frame.number, this.#request(), seekCount);
    } catch (error) {
      this.#fail(error);
    }
    if (this.#awaited === awaited) this.video.currentTime += 0;
  }

  // Playing.

  async #resume() {
    const request = this.#request();
    const seconds = this.#position / this.#timescale;
    try {
      if (this.#audioTrack && !this.#audioTrack.isReal(seconds)) {
        await this.#audioTrack.load(seconds, this.#seconds(), request);
      }
      if (!request.isWanted() || !this.#isPlaying || this.#want || this.#aim) return;
      // A seek to the same position drops the silence that was decoded for it.
      if (this.#audioTrack?.takeDirty()) this.video.currentTime += 0;
      this.#fill();
      await this.video.play();
    } catch (error) {
      if (this.#fail(error) === null) this.#stop();
    }
  }

  #stop() {
    const wasPlaying = this.isPlaying;
    if (this.#isPlaying) this.#position = this.position();
    this.#isPlaying = false;
    this.#reverse = 0;
    this.#stopAt = Infinity;
    clearInterval(this.#timers.fill);
    clearTimeout(this.#timers.rest);
    clearTimeout(this.#timers.retry);
    this.video.pause();
    if (wasPlaying) this.#tell('state');
  }

  #settle() {
    if (this.#isPlaying) {
      this.#resume();
    } else if (this.#reverse === 0) {
      clearTimeout(this.#timers.rest);
      this.#timers.rest = setTimeout(() => this.#prepare(), restDelay);
    }
  }

  // The pointer rests, so frames for stepping and audio for playing are loaded.
  async #prepare() {
    const request = this.#aheadRequest();
    const frame = this.#shown;
    try {
      await this.#audioTrack?.load(this.#position / this.#timescale, this.#seconds(), request);
      if (!frame || !request.isWanted() || this.#want || this.#aim) return;
      const first = this.#videoTrack.frames.endOfRun(frame.number, -1) ?? frame;
      const last = this.#videoTrack.frames.endOfRun(frame.number) ?? frame;
      if (last.number < frame.number + fillCount) await this.#loadFrom(last.number + 1, request);
      if (request.isWanted() && first.number > Math.max(0, frame.number - fillCount)) {
        const from = Math.max(0, first.number - fillCount);
        await this.#videoTrack.load({ frame: from, count: first.number - from }, request);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #loadFrom(number, request, count = fillCount) {
    if (number >= this.#edit.frames) return false;
    return await this.#videoTrack.load({ frame: number, count }, request) > 0;
  }

  async #fill() {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      while (this.#isPlaying && !this.#want && !this.#aim) {
        const request = this.#aheadRequest();
        const more = await Promise.all([this.#fillVideo(request), this.#fillAudio(request)]);
        if (request.isWanted() && !more.some(Boolean)) break;
      }
      await this.#endStream(this.#videoTrack?.at(this.position()));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isFilling = false;
    }
  }

  async #fillVideo(request) {
    if (!this.#videoTrack) return false;
    const position = this.position();
    const frame = this.#videoTrack.at(position);
    if (!frame) return await this.#videoTrack.load({ at: position, count: fillCount }, request) > 0;
    const last = this.#videoTrack.frames.endOfRun(frame.number);
    const isAhead = last.start + last.duration - position > aheadSeconds * this.#timescale;
    const isLarge = (last.number - frame.number) * frame.size > maxAheadBytes;
    return !isAhead && !isLarge && this.#loadFrom(last.number + 1, request);
  }

  async #fillAudio(request) {
    const seconds = this.position() / this.#timescale;
    if (!this.#audioTrack || this.#audioTrack.realUntil(seconds) - seconds > aheadSeconds) return false;
    const isMore = await this.#audioTrack.load(seconds, this.#seconds(), request);
    if (isMore) await this.#audioTrack.keep(seconds - behindSeconds, seconds + 2 * aheadSeconds);
    return isMore;
  }

  // At the end, a decoder outputs its last frames only after the end of the stream is signalled.
  async #endStream(frame) {
    const isWhole = this.#videoTrack
      ? frame && this.#videoTrack.frames.endOfRun(frame.number)?.number === this.#edit.frames - 1
      : this.#audioTrack.realUntil(this.#position / this.#timescale) >= this.#seconds();
    if (!isWhole) return;
    const { isWanted } = this.#request();
    await this.#idle(isWanted);
    if (isWanted() && this.#source.readyState === 'open') this.#source.endOfStream();
  }

  #rewind(last, position) {
    requestAnimationFrame((now) => {
      if (this.#reverse === 0) return;
      const next = Math.max(0, position - ((now - last) / 1000) * this.#reverse * this.#timescale);
      if (!this.#want && !this.#aim) this.seek(next);
      if (next === 0) this.#stop();
      else this.#rewind(now, next);
    });
  }

  // Edits.

  async #reset() {
    this.#needsReset = false;
    const { isWanted } = this.#request();
    await Promise.all([this.#videoTrack?.clear(), this.#audioTrack?.clear()]);
    await this.#idle(isWanted);
    if (isWanted()) this.#source.duration = Math.max(1, this.#edit.duration) / this.#timescale;
  }

  // The former last frame of a growing recording has a longer duration now.
  async #extend(old) {
    this.#videoTrack?.frames.remove(old.frames - 1);
    this.#audioTrack?.forgetFrom(old.duration / this.#timescale);
    const { isWanted } = this.#request();
    await this.#idle(isWanted);
    if (isWanted() && this.#source.readyState === 'open') this.#source.duration = this.#seconds();
    if (this.#aim || !this.#shown) this.seek(this.#position);
    else if (this.#isPlaying && this.video.paused) this.#resume();
  }

  // Events of the element.

  #listen() {
    const { video } = this;
    video.addEventListener('seeked', () => this.#settleAwaited({ hasSeeked: true }));
    video.addEventListener('ended', () => this.#ended());
    video.addEventListener('waiting', () => this.#fill());
    video.addEventListener('error', () => this.#fail(new Error(`The browser cannot play this: ${video.error?.message}`)));
    if ('requestVideoFrameCallback' in video) this.#watchFrames();
    video.addEventListener('timeupdate', () => this.#passed());
  }

  #watchFrames() {
    this.video.requestVideoFrameCallback((_, { mediaTime }) => {
      this.#watchFrames();
      this.presented?.push(mediaTime);
      // Browsers round to microseconds. Two added microseconds find a frame whose start was rounded down.
      const ticks = Math.round(mediaTime * this.#timescale) + (this.#timescale * 2) / 1e6;
      const frame = this.#videoTrack?.frames.at(ticks);
      if (!frame || this.#needsReset) return;
      if (this.#awaited) {
        if (frame.number === this.#awaited.frame?.number) this.#settleAwaited({ hasFrame: true });
        return;
      }
      this.#shown = frame;
      this.#passed();
    });
  }

  #passed() {
    if (this.#isPlaying && this.position() >= this.#stopAt) this.pause();
    if (this.#isPlaying) this.#tell('position');
  }

  #ended() {
    if (!this.#isPlaying) return;
    this.#stop();
    this.#position = this.#clamp(this.#edit.duration);
    this.#tell('position');
  }

  // Returns false if the error is ignored, null if it was reported.
  #fail(error) {
    if (error.name === 'AbortError') return false;
    if (error.status === 409 && error.body?.edit) {
      this.#tell('stale', error.body.edit);
      return false;
    }
    this.#tell('error', error);
    return null;
  }

  // Waits until no operation is in progress, because the end and duration of a source can only be set then.
  // Waiting operations may append more.
  async #idle(isWanted) {
    do {
      await Promise.all([this.#videoTrack?.idle(), this.#audioTrack?.idle()]);
    } while (isWanted() && [...this.#source.sourceBuffers].some((buffer) => buffer.updating));
  }

  #request(isStillWanted = () => true) {
    const generation = this.#generation;
    return {
      revision: this.#edit.revision,
      signal: this.#abort.signal,
      isWanted: () => generation === this.#generation && isStillWanted(),
      position: this.#position,
    };
  }

  // Creates a request for data that no target needs yet. A new target cancels it, because only one run of frames is
  // kept, and appending these after that target's frames would remove them.
  #aheadRequest() {
    const targets = this.#targets;
    return this.#request(() => targets === this.#targets);
  }

  #seconds() {
    return this.#edit.duration / this.#timescale;
  }

  #clamp(ticks) {
    return Math.min(Math.max(0, ticks), Math.max(0, this.#edit.duration - 1));
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

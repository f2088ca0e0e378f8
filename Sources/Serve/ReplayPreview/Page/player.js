// The player of the edit. The time of the media element is edited time: the server sends the kept frames one after the
// other, and the page neither has nor requests any other frame. `PlaybackState` decides, and the player acts.

import { PlaybackState } from './playback.js';
import { Prefetcher } from './prefetch.js';
import { rangesToLoad } from './seekqueue.js';
import { counts, EditStream } from './stream.js';

const fillInterval = 250; // ms between looks at whether more is to be loaded while playing
const restDelay = 150; // ms until a paused player loads data for playing and stepping
const frameTimeout = 1000; // ms until a frame that was not presented is loaded again, unless the page is hidden
const pushDelay = 150; // ms after which a seek that shows nothing gets more frames
const retryDelay = 500; // ms until frames that do not exist yet are requested again
const staleFetch = 120; // ms after which a fetch is aborted for a newer target

/**
 * Plays, seeks and steps.
 *
 * Events: `position` (another frame is shown), `state` (playing, paused), `waiting` (for frames that do not exist yet),
 * `muted` (the browser refuses to play audio), `stale` (`detail`: the present Edit, because the player's
 * is outdated), `error` (`detail`: an Error).
 */
export class Player extends EventTarget {
  /** If set to an array, receives the media time, in seconds, of each presented frame. @type {number[] | null} */
  presented = null;
  /** @type {HTMLVideoElement} */
  video;

  #timescale;
  #stream;
  #state;
  #prefetcher;
  #seekFetch = null;
  #resolvers = new Map(); // of the promises of seeks, by target
  #resolvePresentation = null;
  #timers = { fill: 0, rest: 0, retry: 0, push: 0, rewind: 0 };

  /** @param {HTMLVideoElement} video @param {import('./api.js').Media} media */
  static async open(video, media, description) {
    return new Player(video, await EditStream.open(video, media, description), description);
  }

  constructor(video, stream, { edit, timescale }) {
    super();
    this.video = video;
    this.#stream = stream;
    this.#timescale = timescale;
    this.#state = new PlaybackState(edit, timescale);
    this.#prefetcher = new Prefetcher(stream, this.#state, video, timescale);
    this.#listen();
  }

  /** The edit that is played, in the form of the protocol. */
  get edit() {
    return this.#state.edit;
  }

  get isPlaying() {
    return this.#state.isPlaying;
  }

  /** The playback speed: negative while playing backward. */
  get rate() {
    return this.#state.reverse > 0 ? -this.#state.reverse : this.video.playbackRate;
  }

  /** Returns the position in ticks of edited time. */
  position() {
    return this.#state.position(this.video.currentTime);
  }

  /** Returns the shown frame, or null before the first one. `start` and `duration` are ticks of edited time. */
  frame() {
    const { shown } = this.#state;
    return shown && { number: shown.number, start: shown.start, duration: shown.duration };
  }

  /** Returns the frame at a time in ticks, in the form of `frame`, if it was loaded. */
  frameAt(ticks) {
    return this.#stream.video?.frames.at(ticks) ?? null;
  }

  /**
   * Shows the frame at a time. If targets arrive faster than frames can be shown, only the newest is requested.
   * @param {number} ticks edited time
   * @returns {Promise<boolean>} true if it was presented, false if another seek replaced it
   */
  seek(ticks) {
    return this.#request(this.#state.targetAt(ticks));
  }

  /** Steps forward or backward by `count` frames. @returns {Promise<boolean>} the result of `seek` */
  step(count) {
    if (!this.#stream.video) return this.seek(this.position() + count * (this.#timescale / 10));
    return this.#request(this.#state.stepTarget(count, this.video.currentTime));
  }

  /** Plays from the position on, or from the start if the position is the end; stops at `until`, in ticks. */
  async play({ until = Infinity, rate = 1 } = {}) {
    this.video.playbackRate = rate;
    const next = this.#state.play(until, this.video.ended);
    if (next === 'rewind') await this.seek(0);
    if (next) await Promise.all(this.#run(this.#state.begin()));
  }

  /** Stops on the frame that is then shown exactly. */
  async pause() {
    const position = this.position();
    this.#stop();
    await this.seek(position);
  }

  /** Stops at a time, and shows its frame exactly. @returns {Promise<boolean>} the result of `seek` */
  hold(ticks) {
    this.#stop();
    return this.seek(ticks);
  }

  /** Loads what playing from the position needs, so that `play` takes effect at once. */
  prepare() {
    return this.#attempt(async () => {
      const { audio } = this.#stream;
      const request = this.#stream.request(this.#state.soughtPosition);
      const seconds = this.#state.soughtPosition / this.#timescale;
      // A window of audio begins anywhere before the position, so two of them play for at least a second.
      if (audio && audio.realUntil(seconds) < seconds + 1) await audio.load(seconds, this.#stream.seconds, request, 2);
      if (!request.isWanted() || this.isPlaying || !audio?.takeDirty()) return;
      this.video.currentTime += 0;
      await new Promise((resolve) => { this.video.addEventListener('seeked', resolve, { once: true }); });
    });
  }

  /** Changes the speed of playing forward. */
  setSpeed(rate) {
    this.video.playbackRate = rate;
  }

  /** Returns the element's own position in ticks, or null if it does not play forward now. */
  exactPosition() {
    return this.#state.isRunning && !this.video.paused ? this.video.currentTime * this.#timescale : null;
  }

  /** True if the element should play, but has nothing to play. */
  get isStuck() {
    return this.#state.isRunning && !this.video.ended && this.video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  /** Plays backward by seeks, because a media element only plays forward. */
  playBackward(rate) {
    this.#run(this.#state.playBackward(rate, this.video.currentTime, performance.now()));
  }

  /** Replaces the edit. From here on, nothing of the old edit is shown or requested. */
  setEdit(edit) {
    this.#run(this.#state.setEdit(edit, this.video.currentTime));
  }

  close() {
    this.#run(this.#state.close(this.video.currentTime));
    this.#stream.close();
    this.video.removeAttribute('src');
    this.video.load();
  }

  // Actions of the state.

  // Executes actions in order. Returns their results, of which some are promises.
  #run(actions) {
    return actions.map((action) => this.#actions[action.type](action));
  }

  #actions = {
    tell: ({ event }) => this.#tell(event),
    show: ({ target }) => this.#showTarget(target),
    resolve: ({ target, isShown }) => {
      this.#resolvers.get(target)?.(isShown);
      this.#resolvers.delete(target);
    },
    resolvePresentation: ({ isShown }) => this.#resolvePresentation(isShown),
    moveTo: ({ seconds }) => { this.video.currentTime = seconds; },
    pushFrames: ({ frame }) => this.#push(frame),
    awaitFrame: ({ presentation }) => this.#awaitFrame(presentation),
    reload: ({ presentation }) => this.#reload(presentation),
    pauseElement: () => this.video.pause(),
    resume: () => this.#resume(),
    startFilling: () => { this.#timers.fill = setInterval(() => this.#fill(), fillInterval); },
    stopTimers: () => {
      clearInterval(this.#timers.fill);
      cancelAnimationFrame(this.#timers.rewind);
      this.#stopWaiting();
    },
    stopWaiting: () => this.#stopWaiting(),
    abortStaleFetch: () => {
      // A recent fetch is not aborted: if each movement of the pointer aborted the last fetch, none would complete.
      if (this.#seekFetch && performance.now() - this.#seekFetch.begun > staleFetch) this.#seekFetch.controller.abort();
    },
    rest: () => {
      clearTimeout(this.#timers.rest);
      this.#timers.rest = setTimeout(() => this.#attempt(() => this.#prefetcher.prepare()), restDelay);
    },
    rewindFrame: () => {
      this.#timers.rewind = requestAnimationFrame((now) => this.#run(this.#state.rewound(now, this.video.currentTime)));
    },
    replaceEdit: ({ edit }) => {
      this.#stream.setEdit(edit);
      this.video.pause();
      this.#stream.video?.frames.clear();
    },
    extendEdit: ({ old, edit }) => this.#extend(old, edit),
  };

  // Seeks.

  #request(target) {
    const start = target.number === undefined ? undefined : this.#stream.video.frames.get(target.number)?.start;
    const promise = new Promise((resolve) => { this.#resolvers.set(target, resolve); });
    this.#run(this.#state.request(target, start));
    return promise;
  }

  async #showTarget(target) {
    const isShown = await this.#show(target).catch((error) => this.#fail(error));
    this.#run(this.#state.showEnded(isShown));
  }

  async #show(target) {
    const { video, audio } = this.#stream;
    if (this.edit.duration === 0) return false;
    const request = this.#stream.request(this.#state.soughtPosition);
    if (this.#state.needsReset) {
      this.#state.resetBegan();
      request.ready = this.#stream.reset();
    }
    const frame = video ? this.#find(target) ?? await this.#fetch(target, request) : null;
    if (frame) await this.#stream.follow(frame, request);
    await request.ready;
    if (!request.isWanted()) return false;
    if (video && !frame) return this.#retry();
    const ticks = target.ticks ?? frame.start;
    this.#state.located(ticks);
    await audio?.silence(ticks / this.#timescale, this.#stream.seconds, request.isWanted);
    await this.#stream.end(frame, this.#state.soughtPosition);
    return request.isWanted() && this.#present(frame, ticks);
  }

  #find({ number, ticks }) {
    return number === undefined ? this.#stream.video.at(ticks) : this.#stream.video.get(number);
  }

  async #fetch(target, request) {
    const controller = new AbortController();
    this.#seekFetch = { controller, begun: performance.now() };
    const signal = AbortSignal.any([request.signal, controller.signal]);
    const ranges = rangesToLoad(target, {
      shownNumber: this.#state.shown?.number ?? null, isBackward: this.#state.reverse > 0,
      seekCount: counts.seek, fillCount: counts.fill,
    });
    try {
      for (const range of ranges) {
        await this.#stream.video.load(range, { ...request, signal });
        const frame = request.isWanted() ? this.#find(target) : null;
        if (frame) return frame;
      }
      return null;
    } finally {
      this.#seekFetch = null;
    }
  }

  // The proxy does not reach this frame yet.
  #retry() {
    this.#tell('waiting');
    this.#timers.retry = setTimeout(() => this.#request({ ticks: this.#state.soughtPosition }), retryDelay);
    return false;
  }

  #present(frame, ticks) {
    const actions = this.#state.buffered(frame, ticks, this.video.currentTime);
    if (actions.length === 0) return true;
    const presented = new Promise((resolve) => { this.#resolvePresentation = resolve; });
    this.#run(actions);
    return presented.finally(() => clearTimeout(this.#timers.push));
  }

  // A decoder that holds back more frames than the seek has loaded outputs the first one when it gets more.
  #push(frame) {
    this.#timers.push = setTimeout(() => this.#attempt(async () => {
      const last = this.#stream.video.frames.endOfRun(frame.number);
      const request = this.#stream.request(this.#state.soughtPosition, () => this.#state.awaitsFrame(frame));
      if (last) await this.#stream.loadFrom(last.number + 1, request);
      await this.#stream.end(frame, this.#state.soughtPosition);
    }), pushDelay);
  }

  get #isTold() {
    return 'requestVideoFrameCallback' in this.video && !document.hidden;
  }

  #awaitFrame(presentation) {
    setTimeout(() => this.#run(this.#state.timedOut(presentation, this.#isTold)), this.#isTold ? frameTimeout : 0);
  }

  async #reload(presentation) {
    const { number } = presentation.frame;
    await this.#attempt(async () => {
      this.#stream.video.frames.remove(number);
      await this.#stream.loadFrom(number, this.#stream.request(this.#state.soughtPosition), counts.seek);
    });
    if (this.#state.awaits(presentation)) this.video.currentTime += 0;
  }

  // Playing.

  async #resume() {
    const { audio } = this.#stream;
    const request = this.#stream.request(this.#state.soughtPosition);
    const seconds = this.#state.soughtPosition / this.#timescale;
    try {
      if (audio && !audio.isReal(seconds)) await audio.load(seconds, this.#stream.seconds, request);
      if (!request.isWanted() || !this.#state.isRunning) return;
      // A seek to the same position drops the silence that was decoded for it.
      if (audio?.takeDirty()) this.video.currentTime += 0;
      this.#fill();
      await this.video.play().catch((error) => this.#playMuted(error));
    } catch (error) {
      if (this.#fail(error) === null) this.#stop();
    }
  }

  // A browser may refuse to play audio before the user has done something on the page.
  async #playMuted(error) {
    if (error.name !== 'NotAllowedError' || this.video.muted) throw error;
    this.video.muted = true;
    this.#tell('muted');
    await this.video.play();
  }

  #fill() { return this.#attempt(() => this.#prefetcher.fill()); }

  #stop() {
    this.#run(this.#state.stop(this.video.currentTime));
  }

  #stopWaiting() {
    clearTimeout(this.#timers.rest);
    clearTimeout(this.#timers.retry);
  }

  async #extend(old, edit) {
    this.#stream.setEdit(edit);
    await this.#stream.extend(old);
    this.#run(this.#state.extended(this.video.paused));
  }

  // Events of the element.

  #listen() {
    const { video } = this;
    video.addEventListener('seeked', () => this.#run(this.#state.seeked()));
    video.addEventListener('ended', () => this.#run(this.#state.ended(video.currentTime)));
    video.addEventListener('waiting', () => this.#fill());
    video.addEventListener('error', () => this.#fail(new Error(`The browser cannot play this: ${video.error?.message}`)));
    if ('requestVideoFrameCallback' in video) this.#watchFrames();
    video.addEventListener('timeupdate', () => this.#run(this.#state.passed(video.currentTime)));
  }

  #watchFrames() {
    this.video.requestVideoFrameCallback((_, { mediaTime }) => {
      this.#watchFrames();
      this.presented?.push(mediaTime);
      // Browsers round to microseconds. Two added microseconds find a frame whose start was rounded down.
      const ticks = Math.round(mediaTime * this.#timescale) + (this.#timescale * 2) / 1e6;
      this.#run(this.#state.presented(this.frameAt(ticks), this.video.currentTime));
    });
  }

  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
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

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// The player for browsers without playback: the same interface with stills, without audio.

import { toEdited, toRecording } from './editmap.js';

/** Shows the edit as stills. Interface and events are those of `Player`. */
export class StillPlayer extends EventTarget {
  presented = null;
  #media;
  #timescale;
  #edit;
  #image;
  #position = 0;
  #isPlaying = false;
  #want = null;
  #isLoading = false;

  /** @param {HTMLImageElement} image @param {import('./api.js').Media} media */
  constructor(image, media, description) {
    super();
    this.video = null;
    this.#image = image;
    this.#media = media;
    this.#timescale = description.timescale;
    this.#edit = description.edit;
  }

  get edit() {
    return this.#edit;
  }

  get isPlaying() {
    return this.#isPlaying;
  }

  get rate() {
    return 1;
  }

  position() {
    return this.#position;
  }

  frame() {
    return null;
  }

  frameAt() {
    return null;
  }

  seek(ticks) {
    this.#position = Math.min(Math.max(0, Math.round(ticks)), Math.max(0, this.#edit.duration - 1));
    this.#tell('position');
    this.#want?.resolve(false);
    return new Promise((resolve) => {
      this.#want = { ticks: this.#position, resolve };
      this.#load();
    });
  }

  step(count) {
    return this.seek(this.#position + (count * this.#timescale) / 30);
  }

  async play({ until = Infinity } = {}) {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#tell('state');
    this.#advance(performance.now(), until);
  }

  async pause() {
    this.#isPlaying = false;
    this.#tell('state');
  }

  /** Stops at a time. */
  hold(ticks) {
    if (this.#isPlaying) this.pause();
    return this.seek(ticks);
  }

  async prepare() {}

  setSpeed() {}

  /** Returns null: stills follow a group without corrections. */
  exactPosition() {
    return null;
  }

  get isStuck() {
    return false;
  }

  playBackward() {
    this.seek(this.#position - this.#timescale);
  }

  setEdit(edit) {
    const time = toRecording(this.#edit, this.#position);
    this.#edit = edit;
    this.seek(toEdited(edit, time));
  }

  close() {
    this.#isPlaying = false;
    this.#want = null;
  }

  #advance(last, until) {
    requestAnimationFrame((now) => {
      if (!this.#isPlaying) return;
      const next = this.#position + ((now - last) / 1000) * this.#timescale;
      if (!this.#want) this.seek(next);
      else this.#position = Math.round(next);
      if (next >= Math.min(until, this.#edit.duration - 1)) this.pause();
      else this.#advance(now, until);
    });
  }

  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#want) {
      const want = this.#want;
      this.#want = null;
      want.resolve(await this.#show(want.ticks));
    }
    this.#isLoading = false;
  }

  async #show(ticks) {
    try {
      const blob = await this.#media.still(this.#edit.revision, ticks);
      URL.revokeObjectURL(this.#image.src);
      this.#image.src = URL.createObjectURL(blob);
      this.#image.hidden = false;
      await this.#image.decode();
      this.presented?.push(ticks / this.#timescale);
      return true;
    } catch (error) {
      if (error.status === 409) this.#tell('stale', error.body.edit);
      else this.#tell('error', error);
      return false;
    }
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

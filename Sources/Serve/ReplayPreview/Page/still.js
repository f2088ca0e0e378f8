// The frame in full resolution over the video, when the pointer rests on it. Nothing else is ever drawn there.

const restDelay = 150; // ms

/** A still of the frame that a paused player shows. It is hidden as soon as another frame is shown. */
export class StillOverlay {
  #image;
  #player;
  #media;
  #timer = 0;
  #abort = null;
  #shown = null;
  #isWanted;

  /**
   * @param {HTMLImageElement} image
   * @param {import('./player.js').Player} player
   * @param {() => boolean} [isWanted] returns false if the player only rests before it plays
   */
  constructor(image, player, media, isWanted = () => true) {
    this.#isWanted = isWanted;
    this.#image = image;
    this.#player = player;
    this.#media = media;
    for (const type of ['position', 'state', 'waiting']) player.addEventListener(type, () => this.#changed());
    this.#changed();
  }

  close() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#hide();
  }

  // Returns a key of the still: the edit's revision and the frame.
  #key() {
    const frame = this.#player.frame();
    const position = this.#player.position();
    const isShown = frame && position >= frame.start && position < frame.start + frame.duration;
    return isShown && !this.#player.isPlaying && this.#isWanted() ? `${this.#player.edit.revision} ${frame.number}` : null;
  }

  #changed() {
    const key = this.#key();
    if (key !== null && key === this.#shown) return;
    this.#hide();
    clearTimeout(this.#timer);
    this.#abort?.abort();
    if (key !== null) this.#timer = setTimeout(() => this.#load(key), restDelay);
  }

  async #load(key) {
    this.#abort = new AbortController();
    const { edit } = this.#player;
    try {
      const blob = await this.#media.still(edit.revision, this.#player.frame().start, this.#abort.signal);
      if (this.#key() !== key) return;
      this.#image.src = URL.createObjectURL(blob);
      await this.#image.decode();
      if (this.#key() !== key) return;
      this.#image.hidden = false;
      this.#shown = key;
    } catch {
      // The video already shows the frame, so a missing still is not an error.
    }
  }

  #hide() {
    this.#shown = null;
    this.#image.hidden = true;
    if (this.#image.src) URL.revokeObjectURL(this.#image.src);
    this.#image.removeAttribute('src');
  }
}

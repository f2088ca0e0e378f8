// Thumbnails and waveforms of the timeline, in cached tiles, so that zooming and scrolling load only new ones.

const maxLoading = 4;
const maxThumbnails = 600;
const maxWaves = 400;
const retryDelay = 4000; // ms until a failed job is tried again

/** The number of columns in a tile of a waveform. */
export const tileColumns = 512;

/** A queue that loads what the newest view needs, and drops waiting jobs of older views. */
export class TileQueue {
  #pending = [];
  #loading = new Map();
  #failed = new Map();

  /** @param {{key: string, load: (signal: AbortSignal) => Promise<void>}[]} jobs the most important first */
  show(jobs) {
    const now = performance.now();
    this.#pending = jobs.filter(({ key }) => !this.#loading.has(key) && !(this.#failed.get(key) > now));
    this.#next();
  }

  close() {
    this.#pending = [];
    this.#loading.forEach((controller) => controller.abort());
  }

  #next() {
    while (this.#loading.size < maxLoading && this.#pending.length > 0) this.#run(this.#pending.shift());
  }

  async #run({ key, load }) {
    const controller = new AbortController();
    this.#loading.set(key, controller);
    try {
      await load(controller.signal);
      this.#failed.delete(key);
    } catch {
      this.#failed.set(key, performance.now() + retryDelay);
    }
    this.#loading.delete(key);
    this.#next();
  }
}

/** Thumbnails by recording time. */
export class Thumbnails {
  #media;
  #height;
  #cache = new Map();
  #onLoad;

  /** @param {number} height requested height in pixels @param {() => void} onLoad */
  constructor(media, height, onLoad) {
    this.#media = media;
    this.#height = height;
    this.#onLoad = onLoad;
  }

  /**
   * Returns the thumbnail of a time or, until it is loaded, that of a coarser step.
   * @returns {{image: ImageBitmap | null, isExact: boolean}}
   */
  get(time, step) {
    const exact = this.#cache.get(time);
    if (exact) {
      this.#cache.delete(time);
      this.#cache.set(time, exact);
      return { image: exact, isExact: true };
    }
    for (let coarse = step * 2, i = 0; i < 8; i += 1, coarse *= 2) {
      const image = this.#cache.get(Math.floor(time / coarse) * coarse);
      if (image) return { image, isExact: false };
    }
    return { image: null, isExact: false };
  }

  job(time) {
    return { key: `thumbnail ${time}`, load: (signal) => this.#load(time, signal) };
  }

  async #load(time, signal) {
    const image = await createImageBitmap(await this.#media.thumbnail(time, this.#height, signal));
    this.#cache.set(time, image);
    if (this.#cache.size > maxThumbnails) {
      const [oldest, old] = this.#cache.entries().next().value;
      this.#cache.delete(oldest);
      old.close();
    }
    this.#onLoad();
  }
}

/** Tiles of waveforms, by track, ticks per column and number. */
export class Waves {
  #media;
  #cache = new Map();
  #onLoad;
  #age = 0;

  constructor(media, onLoad) {
    this.#media = media;
    this.#onLoad = onLoad;
  }

  /** @returns {{start: number, end: number, levels: Uint8Array, isWhole: boolean, isStale: boolean} | undefined} */
  get(track, step, index) {
    return this.#cache.get(`${track} ${step} ${index}`);
  }

  /** Marks incomplete tiles to be loaded again, because more of the audio is known or the recording has grown. */
  invalidate() {
    this.#age += 1;
    for (const tile of this.#cache.values()) if (!tile.isWhole) tile.isStale = true;
  }

  job(track, step, index, duration) {
    const key = `${track} ${step} ${index}`;
    return { key: `waveform ${key}`, load: (signal) => this.#load(key, track, step, index, duration, signal) };
  }

  async #load(key, track, step, index, duration, signal) {
    const start = index * step * tileColumns;
    const end = Math.min(start + step * tileColumns, duration);
    const columns = Math.max(1, Math.ceil((end - start) / step));
    const age = this.#age;
    const { levels, progress } = await this.#media.waveform(track, start, end, columns, signal);
    const isWhole = progress >= 1 && end === start + step * tileColumns;
    // An event during the load may concern data that the tile lacks, and it is sent only once.
    const isStale = !isWhole && age !== this.#age;
    this.#cache.set(key, { start, end, levels, isWhole, isStale });
    if (this.#cache.size > maxWaves) this.#cache.delete(this.#cache.keys().next().value);
    this.#onLoad();
  }
}

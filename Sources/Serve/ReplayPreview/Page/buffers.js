// Media Source Extensions with promises: the operations on a SourceBuffer run in order, one at a time.

/** A SourceBuffer whose operations wait for each other. */
export class TrackBuffer {
  #source;
  #buffer;
  #last = Promise.resolve();

  /** @param {MediaSource} source @param {string} type */
  constructor(source, type) {
    this.#source = source;
    this.#buffer = source.addSourceBuffer(type);
  }

  /**
   * Appends bytes after all earlier operations.
   * @param {Uint8Array} bytes
   * @param {() => boolean} isWanted called right before appending; bytes of an old revision are dropped
   */
  append(bytes, isWanted = () => true) {
    return this.#enqueue(() => {
      if (!isWanted()) return false;
      this.#buffer.appendBuffer(bytes);
      return true;
    });
  }

  /** Removes a range of seconds. A range beyond the duration is ignored, because removing it would throw. */
  remove(start, end) {
    const isThere = () => end > start && start < this.#source.duration;
    return this.#enqueue(() => isThere() && (this.#buffer.remove(start, end), true));
  }

  /** Resolves when no operation is in progress. */
  idle() {
    return this.#enqueue(() => false);
  }

  /** Returns true if a time, in seconds, is in the buffer. The browser may evict data by itself. */
  has(seconds) {
    const { buffered } = this.#buffer;
    for (let i = 0; i < buffered.length; i += 1) {
      if (seconds >= buffered.start(i) && seconds < buffered.end(i)) return true;
    }
    return false;
  }

  // `operation` returns true if it started something that `updateend` will end.
  #enqueue(operation) {
    const run = this.#last.then(() => new Promise((resolve, reject) => {
      if (!operation()) {
        resolve();
        return;
      }
      const buffer = this.#buffer;
      let failed = false;
      buffer.onerror = () => { failed = true; };
      buffer.onupdateend = () => (failed ? reject(new Error('The browser cannot decode this video.')) : resolve());
    }));
    this.#last = run.catch(() => {});
    return run;
  }
}

/** Opens a MediaSource on a media element. @returns {Promise<MediaSource>} */
export function openSource(video) {
  return new Promise((resolve) => {
    const source = new MediaSource();
    const address = URL.createObjectURL(source);
    source.addEventListener('sourceopen', () => {
      URL.revokeObjectURL(address);
      resolve(source);
    }, { once: true });
    video.src = address;
  });
}

/** Returns a sentence about the support that the browser lacks to play a recording, or null if it lacks nothing. */
export function missingSupport(description) {
  if (typeof MediaSource === 'undefined') {
    return 'This browser has no Media Source Extensions, so frames are shown without playback. Use Chromium or Firefox.';
  }
  const { video } = description;
  if (video && !MediaSource.isTypeSupported(`video/mp4; codecs="${video.codec}"`)) {
    return 'This browser cannot play H.264, so frames are shown without playback. Install FFmpeg’s libraries ' +
      '(Debian: libavcodec-extra), restart the browser, or use Chromium.';
  }
  return null;
}

// Media Source Extensions with promises: operations on a SourceBuffer in their order, one at a time.

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
   * Appends once what was begun before is done.
   * @param {Uint8Array} bytes
   * @param {() => boolean} isWanted asked at the last moment: what belongs to an old revision is dropped
   */
  append(bytes, isWanted = () => true) {
    return this.#enqueue(() => {
      if (!isWanted()) return false;
      this.#buffer.appendBuffer(bytes);
      return true;
    });
  }

  /** Removes a range of seconds; beyond the duration there is nothing, and to name it would throw. */
  remove(start, end) {
    const isThere = () => end > start && start < this.#source.duration;
    return this.#enqueue(() => isThere() && (this.#buffer.remove(start, end), true));
  }

  /** Resolves when nothing is under way. */
  idle() {
    return this.#enqueue(() => false);
  }

  /** Whether a time, in seconds, is in the buffer: a browser may evict by itself. */
  has(seconds) {
    const { buffered } = this.#buffer;
    for (let i = 0; i < buffered.length; i += 1) {
      if (seconds >= buffered.start(i) && seconds < buffered.end(i)) return true;
    }
    return false;
  }

  // `operation` tells whether it began something that `updateend` will end.
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

/** What a browser lacks to play a recording, as a sentence; null where it lacks nothing. */
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

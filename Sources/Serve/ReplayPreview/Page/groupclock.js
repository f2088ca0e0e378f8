// The host's clock, estimated from round trips. Times are microseconds of the host's clock, or milliseconds of the page's.

const maxSamples = 24;

/** The estimate: the offset of the shortest round trip among the latest ones. */
export class GroupClock {
  #samples = [];

  /**
   * Takes a round trip.
   * @param {number} begin the page's time at which the request was sent
   * @param {number} end the page's time at which the answer came
   * @param {{received: number, sent: number}} answer the host's times
   * @returns {number} the round trip without the host's own time, in microseconds
   */
  add(begin, end, { received, sent }) {
    const roundTrip = Math.max(0, Math.round((end - begin) * 1000 - (sent - received)));
    const offset = (received + sent) / 2 - ((begin + end) / 2) * 1000;
    this.#samples = [...this.#samples, { roundTrip, offset }].slice(-maxSamples);
    return roundTrip;
  }

  /** Forgets the round trips, because one of the clocks may have stood still. */
  reset() {
    this.#samples = [];
  }

  get isSet() {
    return this.#samples.length > 0;
  }

  /** Returns the host's time in microseconds. @param {number} [now] the page's time */
  now(now = performance.now()) {
    if (!this.isSet) return 0;
    const best = this.#samples.reduce((a, b) => (b.roundTrip < a.roundTrip ? b : a));
    return now * 1000 + best.offset;
  }
}

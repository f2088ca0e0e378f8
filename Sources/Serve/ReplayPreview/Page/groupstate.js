// The state of a group that watches together, and the correction of a player that drifts from it.

const minDrift = 20; // ms; less is not corrected
const settledDrift = 4; // ms at which a correction ends
const maxDrift = 250; // ms; more needs a seek
const correction = 0.02; // of the speed

/**
 * The state, in the form of the protocol.
 * @typedef {{revision: string, time: number, duration: number, isPlaying: boolean, isWaiting: boolean, rate: number,
 *   hostTime: number}} GroupState `time` and `duration` are ticks, `rate` is in percent, `hostTime` is in microseconds
 */

/** Returns the edited time of a group, in ticks. @param {GroupState} state @param {number} hostTime microseconds */
export function groupPosition(state, hostTime, timescale) {
  if (!state.isPlaying || hostTime <= state.hostTime) return state.time;
  const ticks = ((hostTime - state.hostTime) * timescale * state.rate) / 1e8;
  return Math.min(state.duration, state.time + ticks);
}

/**
 * Returns what corrects a drift.
 * @param {number} drift the player's lead over the group, in milliseconds of the edit
 * @param {boolean} isCorrecting true if the last answer was a factor other than 1
 * @returns {number | 'seek'} a factor of the speed, or a seek
 */
export function correctionOf(drift, isCorrecting) {
  const size = Math.abs(drift);
  if (size > maxDrift) return 'seek';
  if (size <= (isCorrecting ? settledDrift : minDrift)) return 1;
  return drift > 0 ? 1 - correction : 1 + correction;
}

/** Returns the middle one of some numbers. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

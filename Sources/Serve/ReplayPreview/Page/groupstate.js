// The state of a group that watches together, and the correction of a player that drifts from it.

const minDrift = 20; // ms; less is not corrected
const settledDrift = 4; // ms at which a correction ends
const maxDrift = 250; // ms; more needs a seek
const correction = 0.02; // of the speed
const minStartError = 8; // ms
const startTime = 400; // ms in which an error of a start is made up for
const maxStartPart = 0.25; // of the speed

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

/**
 * Returns what makes up for a start that was early or late. A start's error is no drift: it is there at once, and the
 * slow correction of a drift would let it be seen and heard for seconds.
 * @param {number} error the player's lead over the group, in milliseconds of the edit
 * @param {number} rate the speed of the group, 1 for normal speed
 * @returns {{factor: number, time: number} | null} a factor of the speed, and the milliseconds for which it is used; null
 *   if the error is small enough, or so great that only a seek helps
 */
export function startCorrectionOf(error, rate) {
  const size = Math.abs(error);
  if (size <= minStartError || size > maxDrift) return null;
  const part = Math.min(maxStartPart, size / startTime);
  return { factor: error > 0 ? 1 - part : 1 + part, time: size / (part * rate) };
}

/** Returns the middle one of some numbers. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

// The state of a group that watches together, and the correction of a player that drifts from it.

const minDrift = 20; // ms; less is not corrected
const settledDrift = 4; // ms at which a correction ends
const maxDrift = 250; // ms; more needs a seek
/** A drift in milliseconds that no clock causes, but a stall. */
export const maxSlowDrift = 60;
const correction = 0.02; // of the speed
const minError = 10; // ms; less is not made up for
const quickTime = 400; // ms in which an error is made up for
const minTime = 60; // ms
const maxPart = 0.25; // of the speed

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
 * The milliseconds that a player falls behind when it leaves the normal speed and returns to it. A browser that keeps the
 * pitch stretches the audio, and begins and ends that with a gap. These are Chromium's.
 * @typedef {{faster: number, slower: number}} SpeedCosts
 */
export const usualCosts = { faster: 10, slower: 22 };

/**
 * Returns what makes up for an error that is there at once: a start that was early or late, or a stall. The slow correction
 * of a drift would let it be seen and heard for seconds.
 * @param {number} error the player's lead over the group, in milliseconds of the edit
 * @param {number} rate the speed of the group, 1 for normal speed
 * @param {SpeedCosts} costs
 * @returns {{direction: 'faster' | 'slower', factor: number, time: number, rest: number} | null} a factor of the speed, the
 *   milliseconds for which it is used, and the error that is left; null if nothing helps, or only a seek
 */
export function quickCorrectionOf(error, rate, costs) {
  if (Math.abs(error) <= minError || Math.abs(error) > maxDrift) return null;
  if (error < 0) return quick('faster', costs.faster - error, 0, rate);
  const rest = Math.min(0, error - costs.slower);
  return -rest < error ? quick('slower', error - costs.slower - rest, rest, rate) : null;
}

function quick(direction, way, rest, rate) {
  const part = Math.min(maxPart, Math.max(correction, way / quickTime));
  const factor = direction === 'faster' ? 1 + part : 1 - part;
  return { direction, factor, time: Math.max(minTime, way / (part * rate)), rest };
}

/** Returns the middle one of some numbers. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

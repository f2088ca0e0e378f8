// The status of a broadcast in words. This module does not need the DOM.

import { plural, size } from './format.js';

/**
 * @typedef {{number: number, target: string, state: string, bytes: number, frames: number, droppedFrames: number,
 *   delay: number, nextAttempt?: number, problem?: string, publicURL?: string, viewers?: number,
 *   comments?: {kept: number, refused: number, dropped: number}}} Broadcast
 */

const shown = {
  connecting: ['Connecting', 'quiet', 'broadcast'],
  live: ['Live', 'live', 'broadcast'],
  paused: ['Paused', 'quiet', 'pause'],
  stalled: ['Stalled: the target takes no data', 'late', 'wait'],
  waiting: ['Waiting', 'late', 'wait'],
  ending: ['Ending', 'quiet', 'stop'],
  refused: ['Refused', 'failed', 'refused'],
  ended: ['Ended', 'quiet', 'stop'],
};

/**
 * Describes the state: its words, its kind for the colour, and its icon.
 * @param {Broadcast} broadcast a newer program may have states that this page does not know
 * @returns {{text: string, kind: 'live' | 'late' | 'failed' | 'quiet', icon: string}}
 */
export function stateOf({ state, delay, nextAttempt, problem }) {
  const [text, kind, icon] = shown[state] ?? [state, 'quiet', 'broadcast'];
  if (state === 'live' && delay >= 1) return { text: `Live, ${Math.floor(delay)} s behind`, kind, icon };
  if (state === 'waiting' && nextAttempt !== undefined) {
    return { text: `Trying again in ${Math.ceil(nextAttempt)} s`, kind, icon };
  }
  if (state === 'ended' && problem) return { text: 'Failed', kind: 'failed', icon: 'refused' };
  return { text, kind, icon };
}

/** Returns what was sent, in figures. @param {Broadcast} broadcast */
export function figuresOf({ state, bytes, frames, droppedFrames, viewers, comments }) {
  if (comments) {
    const { kept, refused, dropped } = comments;
    return [plural(kept, 'comment'), refused && `${refused} refused`, dropped && `${dropped} dropped`]
      .filter(Boolean).join(' · ');
  }
  return [
    viewers !== undefined && !isOver({ state }) && plural(viewers, 'viewer'),
    `${size(bytes)} sent`,
    plural(frames, 'frame'),
    droppedFrames > 0 && `${plural(droppedFrames, 'frame')} left out`,
  ].filter(Boolean).join(' · ');
}

/** Returns the name of the target for users: of a file or folder, without the path. @param {Broadcast} broadcast */
export function titleOf({ target }) {
  return target.startsWith('/') ? target.slice(target.lastIndexOf('/') + 1) : target;
}

/** True if the broadcast is over. @param {Broadcast} broadcast */
export function isOver({ state }) {
  return state === 'ended' || state === 'refused';
}

/** Returns the public address if it can be a link, otherwise null. @param {Broadcast} broadcast */
export function addressOf(broadcast) {
  if (hasEndedPage(broadcast)) return null;
  return /^https?:\/\//.test(broadcast.publicURL ?? '') ? broadcast.publicURL : null;
}

/** True if the broadcast served a page for viewers, which has ended with it. @param {Broadcast} broadcast */
export function hasEndedPage(broadcast) {
  return isOver(broadcast) && broadcast.viewers !== undefined;
}

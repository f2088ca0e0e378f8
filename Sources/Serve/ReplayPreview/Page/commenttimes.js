// The times of comments. This module does not need the DOM.

import { lastAtOrBefore } from './frames.js';

/** @typedef {{start: number, end: number, text: string}} Comment `start` and `end` in ticks of recording time */

const maxShown = 3; // as in exports

/**
 * Returns the comments that are shown at a time, the oldest first.
 * @param {Comment[]} comments sorted by `start`
 * @param {number} time in ticks of recording time
 */
export function commentsAt(comments, time) {
  const last = lastAtOrBefore(comments, time, (each) => each.start);
  return comments.slice(Math.max(0, last + 1 - maxShown), last + 1).filter(({ end }) => time < end);
}

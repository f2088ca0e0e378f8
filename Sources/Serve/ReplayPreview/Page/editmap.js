// The mapping between recording time and edited time. All times are ticks.

import { lastAtOrBefore } from './frames.js';

// Returns `ticks * factor / divisor`, rounded down. The product of two times may exceed the integers that a double holds.
function scaled(ticks, factor, divisor) {
  if (factor === divisor) return Math.floor(ticks);
  const product = ticks * factor;
  if (Number.isSafeInteger(product)) return Math.floor(product / divisor);
  return Number(BigInt(Math.floor(ticks)) * BigInt(factor) / BigInt(divisor));
}

/** Returns the edited time of a recording time. For a time that was cut, returns that of the next kept frame. */
export function toEdited(edit, time) {
  const { clips } = edit;
  const index = lastAtOrBefore(clips, time, (clip) => clip[0]);
  if (index >= 0 && time < clips[index][1]) {
    const [start, end, edited, length] = clips[index];
    return edited + scaled(time - start, length, end - start);
  }
  if (index + 1 < clips.length) return clips[index + 1][2];
  return Math.max(0, edit.duration - 1);
}

/** Returns the recording time that is shown at an edited time. */
export function toRecording(edit, time) {
  const { clips } = edit;
  if (clips.length === 0) return 0;
  const [start, end, edited, length] = clips[Math.max(0, lastAtOrBefore(clips, time, (each) => each[2]))];
  return Math.min(start + scaled(Math.max(0, time - edited), end - start, length), end);
}

/** Returns true if the edit keeps a recording time. */
export function isKept(edit, time) {
  const clip = edit.clips[lastAtOrBefore(edit.clips, time, (each) => each[0])];
  return clip !== undefined && time < clip[1];
}

/**
 * Returns the parts of a range of the recording that the edit removes.
 * @returns {[number, number][]} recording time
 */
export function removedRanges(edit, start, end) {
  const removed = [];
  let from = start;
  for (let i = Math.max(0, lastAtOrBefore(edit.clips, start, (clip) => clip[0])); i < edit.clips.length; i += 1) {
    const [clipStart, clipEnd] = edit.clips[i];
    if (clipStart >= end) break;
    if (clipStart > from) removed.push([from, clipStart]);
    from = Math.max(from, clipEnd);
  }
  if (from < end) removed.push([from, end]);
  return removed;
}

/** Returns the edited times at which clips begin, without the first one: the positions of cuts. */
export function cutPoints(edit) {
  return edit.clips.slice(1).map((clip) => clip[2]);
}

/** Returns the nearest of sorted times before (-1) or after (1) a time, or null. */
export function neighbor(times, time, direction) {
  const index = lastAtOrBefore(times, direction < 0 ? time - 1 : time, (each) => each);
  return (direction < 0 ? times[index] : times[index + 1]) ?? null;
}

/** Returns the nearest of several times to a time, or null. */
export function nearest(times, time) {
  let best = null;
  for (const each of times) if (best === null || Math.abs(each - time) < Math.abs(best - time)) best = each;
  return best;
}

/**
 * Returns the time of a cut at a position: the start of the shown frame, or the position itself if the frame is long.
 * On the last frame at the end of the edit, it is the end, which could not be cut otherwise.
 * @param {{number: number, start: number, duration: number} | null} frame shown at the position, edited ticks
 */
export function cutPoint(frame, position, edit, timescale, isEnd = false) {
  if (!frame) return position;
  if (isEnd && frame.number === edit.frames - 1) return edit.duration;
  return frame.duration <= timescale / 8 ? frame.start : position;
}

/**
 * Returns the nearest boundary of the shown frame to a kept recording time, or the time itself if the frame is long.
 * @param {{start: number, duration: number} | null} frame edited ticks; null if it is not known
 */
export function alignedToFrame(edit, frame, time, timescale) {
  if (!frame || frame.duration > timescale / 8 || !isKept(edit, time)) return time;
  const start = toRecording(edit, frame.start);
  const end = endToRecording(edit, frame.start + frame.duration);
  return time - start <= (end - start) / 2 ? start : end;
}

/** Returns the recording time of an edited time that ends a range: the end of a clip, not the start of the next. */
export function endToRecording(edit, time) {
  if (time <= 0) return toRecording(edit, 0);
  const clip = edit.clips[Math.max(0, lastAtOrBefore(edit.clips, time - 1, (each) => each[2]))];
  const isEnd = clip !== undefined && time >= clip[2] + clip[3];
  return isEnd ? clip[1] : toRecording(edit, time - 1) + 1;
}

/** Returns true if an edit only appends to another, as in a growing recording, so that buffered data stays valid. */
export function extendsEdit(old, edit) {
  if (JSON.stringify(old.operations) !== JSON.stringify(edit.operations)) return false;
  // A viewer does not get the operations.
  if (old.shownRevision !== edit.shownRevision) return false;
  if (edit.clips.length < old.clips.length || edit.duration < old.duration || edit.frames < old.frames) return false;
  return old.clips.every((clip, i) => {
    const [start, end, edited, length] = edit.clips[i];
    const isLast = i === old.clips.length - 1;
    const isSame = start === clip[0] && edited === clip[2] && (length === clip[3]) === (end === clip[1]);
    return isSame && (isLast ? end >= clip[1] : end === clip[1]);
  });
}

// The geometry of the timeline: the visible part of the recording and its scale. A double holds a tick exactly up to
// 2^53, which is 104 days in nanoseconds. A viewport's origin is in ticks, so that no pixel number becomes large.

/**
 * @typedef {{start: number, scale: number, width: number, duration: number, timescale: number}} Viewport `start`: ticks
 *   at the left edge; `scale`: ticks per pixel; `width`: pixels; `duration`: ticks of the recording
 */

/** Returns the viewport that shows everything. @returns {Viewport} */
export function fitted(width, duration, timescale) {
  return { start: 0, scale: duration / Math.max(1, width), width, duration, timescale };
}

/** Clamps a viewport to the recording, and its scale between the whole and 80 pixels for 1/30 s. @returns {Viewport} */
export function clamped(view) {
  const max = view.duration / Math.max(1, view.width);
  const min = Math.min(max, view.timescale / 2400);
  const scale = Math.min(Math.max(view.scale, min), max);
  const start = Math.min(Math.max(0, view.start), Math.max(0, view.duration - scale * view.width));
  return { ...view, scale, start };
}

/** Zooms by a factor (below 1: in); the time at pixel `x` stays there. @returns {Viewport} */
export function zoomed(view, factor, x) {
  const anchor = toTime(view, x);
  const { scale } = clamped({ ...view, scale: view.scale * factor });
  return clamped({ ...view, scale, start: anchor - x * scale });
}

/** Scrolls by pixels. @returns {Viewport} */
export function scrolled(view, pixels) {
  return clamped({ ...view, start: view.start + pixels * view.scale });
}

/** Returns a viewport with another width, at the same scale, or fitted if it was fitted. @returns {Viewport} */
export function resized(view, width) {
  return isFitted(view) ? fitted(width, view.duration, view.timescale) : clamped({ ...view, width });
}

/** Returns the viewport of a recording that has grown. @returns {Viewport} */
export function grown(view, duration) {
  return isFitted(view) ? fitted(view.width, duration, view.timescale) : clamped({ ...view, duration });
}

/** Scrolls as little as needed to show a time; unchanged if the time is visible. @returns {Viewport} */
export function revealing(view, time, margin = 0.1) {
  const span = view.scale * view.width;
  if (time >= view.start && time <= view.start + span) return view;
  return clamped({ ...view, start: time - span * (time < view.start ? 1 - margin : margin) });
}

/** Returns true if everything is visible. */
export function isFitted(view) {
  return view.scale * view.width >= view.duration * (1 - 1e-9);
}

/** @returns {number} the pixel of a time */
export function toX(view, time) {
  return (time - view.start) / view.scale;
}

/** @returns {number} the time of a pixel, clamped to the recording, in whole ticks */
export function toTime(view, x) {
  return Math.min(Math.max(0, Math.round(view.start + x * view.scale)), view.duration);
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

/**
 * Returns the labelled times of the ruler.
 * @returns {{time: number, seconds: number, digits: number}[]} `time` in ticks
 */
export function rulerTicks(view, minPixels = 90) {
  const wanted = (view.scale * minPixels) / view.timescale;
  const step = steps.find((each) => each >= wanted) ?? Math.ceil(wanted / 3600) * 3600;
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  const end = (view.start + view.scale * view.width) / view.timescale;
  const ticks = [];
  for (let i = Math.floor(view.start / view.timescale / step); i * step <= end; i += 1) {
    ticks.push({ time: i * step * view.timescale, seconds: i * step, digits });
  }
  return ticks;
}

/**
 * Returns the step between thumbnails: the largest power of two of 1/32 s whose slot a thumbnail fills. With powers of
 * two, thumbnails of one zoom level can be reused at the next.
 * @param {number} pixels the width of a thumbnail
 * @returns {number} ticks
 */
export function thumbnailStep(view, pixels) {
  const base = Math.max(1, Math.round(view.timescale / 32));
  const power = Math.max(0, Math.floor(Math.log2((view.scale * pixels) / base)));
  return base * 2 ** power;
}

/** Returns the ticks of a column of a waveform: a power of two, no wider than a pixel if possible. */
export function waveformStep(view) {
  return 2 ** Math.max(0, Math.floor(Math.log2(view.scale)));
}

/** Returns the nearest of the candidates within a distance, or the time itself. All in ticks. */
export function snapped(time, candidates, distance) {
  let best = time;
  let least = distance;
  for (const each of candidates) {
    if (Math.abs(each - time) > least) continue;
    least = Math.abs(each - time);
    best = each;
  }
  return best;
}

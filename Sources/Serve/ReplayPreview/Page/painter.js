// The painting of the timeline: ruler, film strip, waveforms, and the covered, muted and cut ranges.

import { clock } from './format.js';
import { removedRanges } from './editmap.js';
import { audioEffects, bars, decibelsAt, gainLine, speeds } from './operations.js';
import { kindOf } from './operationtext.js';
import { rulerTicks, thumbnailStep, toTime, toX, waveformStep } from './viewport.js';
import { tileColumns } from './tiles.js';

/** Heights in CSS pixels. */
export const heights = { ruler: 26, ranges: 6, film: 60, wave: 34, gap: 4, bar: 5 };

/** The number of lanes of effect bars, at the lower edge of the film strip. */
export const barLanes = 3;

const barGrip = { width: 7, height: 11 }; // pixels

/** Returns the height of a recording's timeline. */
export function totalHeight(description) {
  return filmTop() + (description.video ? heights.film : 0) + description.tracks.length * (heights.wave + heights.gap);
}

/** Returns the top of the film strip. */
export function filmTop() {
  return heights.ruler + heights.ranges + heights.gap;
}

/** Returns the top of a track's waveform. */
export function waveTop(description, track) {
  return filmTop() + (description.video ? heights.film : 0) + heights.gap + track * (heights.wave + heights.gap);
}

/** Returns the top of a bar in a lane; the first lane is the lowest. */
export function barTop(lane) {
  return filmTop() + heights.film - (lane + 1) * (heights.bar + 1);
}

/** A painter for one canvas. It returns jobs for a `TileQueue` to load what is missing. */
export class Painter {
  #context;
  #thumbnails;
  #waves;

  constructor(context, thumbnails, waves) {
    this.#context = context;
    this.#thumbnails = thumbnails;
    this.#waves = waves;
  }

  /**
   * @param {import('./viewport.js').Viewport} view
   * @param {{selection: {start: number | null, end: number | null}, trim: [number, number] | null,
   *   operations: object[] | null, active: Set<number>, colors: Record<string, string>}} state `trim`: the kept range
   *   during the drag of a handle; `operations`: their preview during a drag; `active`: the numbers of operations whose
   *   bars have handles
   * @returns {object[]} jobs
   */
  paint(view, description, edit, state) {
    const height = totalHeight(description);
    this.#context.clearRect(0, 0, view.width, height);
    this.#paintRuler(view, state.colors);
    this.#paintRanges(view, description, state.colors);
    const jobs = description.video ? this.#paintFilm(view, description, state.colors) : [];
    description.tracks.forEach((_, track) => jobs.push(...this.#paintWave(view, description, track, state.colors)));
    const operations = state.operations ?? edit.operations;
    description.tracks.forEach(({ source }, track) => {
      this.#paintGain(view, audioEffects(operations, source), waveTop(description, track), state.colors);
    });
    this.#paintRemoved(view, edit, state, height);
    if (description.video) this.#paintBars(view, operations, state);
    this.#paintSpeeds(view, operations, state.colors);
    this.#paintSelection(view, state, height);
    this.#paintMarks(view, [...description.marks, ...edit.marks], state.colors, height);
    return jobs;
  }

  #paintRuler(view, colors) {
    const context = this.#context;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const { time, seconds, digits } of rulerTicks(view)) {
      const x = Math.round(toX(view, time));
      context.fillStyle = colors.line;
      context.fillRect(x, heights.ruler - 6, 1, 6);
      context.fillStyle = colors.soft;
      context.fillText(clock(seconds, digits), x + 4, heights.ruler / 2 + 2);
    }
  }

  #paintRanges(view, description, colors) {
    const top = heights.ruler;
    for (const { kind, start, end } of description.ranges) {
      if (end < view.start || start > toTime(view, view.width)) continue;
      const x = toX(view, start);
      this.#context.fillStyle = kind === 'covered' ? colors.covered : colors.muted;
      this.#context.fillRect(x, top, Math.max(2, toX(view, end) - x), heights.ranges - 2);
    }
    this.#context.fillStyle = colors.point;
    for (const { time } of description.points) {
      const x = toX(view, time);
      if (x < -4 || x > view.width + 4) continue;
      this.#context.beginPath();
      this.#context.arc(x, top + 2, 3, 0, 2 * Math.PI);
      this.#context.fill();
    }
  }

  #paintFilm(view, description, colors) {
    const context = this.#context;
    const top = filmTop();
    const pixels = (heights.film * description.width) / Math.max(1, description.height);
    const step = thumbnailStep(view, pixels);
    const last = Math.min(view.duration - 1, toTime(view, view.width));
    const jobs = [];
    context.fillStyle = colors.track;
    context.fillRect(toX(view, 0), top, view.duration / view.scale, heights.film);
    for (let index = Math.floor(view.start / step); index * step <= last; index += 1) {
      const { image, isExact } = this.#thumbnails.get(index * step, step);
      const x = toX(view, index * step);
      const width = Math.min(step, view.duration - index * step) / view.scale;
      if (image) drawCovering(context, image, x, top, width, heights.film);
      if (!isExact) jobs.push(this.#thumbnails.job(index * step));
    }
    return jobs;
  }

  #paintWave(view, description, track, colors) {
    const top = waveTop(description, track);
    const step = waveformStep(view);
    const span = step * tileColumns;
    const last = Math.min(view.duration - 1, toTime(view, view.width));
    const jobs = [];
    this.#context.fillStyle = colors.track;
    this.#context.fillRect(toX(view, 0), top, view.duration / view.scale, heights.wave);
    this.#context.fillStyle = colors.wave;
    for (let index = Math.floor(view.start / span); index * span <= last; index += 1) {
      const tile = this.#waves.get(track, step, index);
      if (tile) this.#paintTile(view, tile, top + heights.wave / 2);
      if (!tile || tile.isStale) jobs.push(this.#waves.job(track, step, index, view.duration));
    }
    this.#context.font = '11px system-ui, sans-serif';
    this.#context.fillStyle = colors.soft;
    this.#context.fillText(description.tracks[track].title.slice(0, 60), 6, top + 9);
    return jobs;
  }

  // The square root of a level is drawn, because speech would otherwise be a thin line next to a click.
  #paintTile(view, tile, middle) {
    const column = (tile.end - tile.start) / tile.levels.length;
    const left = Math.max(0, Math.floor(toX(view, tile.start)));
    const right = Math.min(view.width, Math.ceil(toX(view, tile.end)));
    for (let x = left; x < right; x += 1) {
      const first = Math.max(0, Math.floor((view.start + x * view.scale - tile.start) / column));
      const end = Math.max(first + 1, Math.floor((view.start + (x + 1) * view.scale - tile.start) / column));
      let level = 0;
      for (let i = first; i < end && i < tile.levels.length; i += 1) level = Math.max(level, tile.levels[i]);
      const half = Math.max(0.5, Math.sqrt(level / 255) * (heights.wave / 2 - 2));
      this.#context.fillRect(x, middle - half, 1, half * 2);
    }
  }

  // Paints a line in the ranges of effects; a higher line is louder.
  #paintGain(view, effects, top, colors) {
    const context = this.#context;
    context.strokeStyle = colors.gain;
    context.lineWidth = 1.5;
    context.beginPath();
    let isDrawing = false;
    const seen = effects.filter(({ ranges: [[start, end]] }) => end > view.start && start < toTime(view, view.width));
    for (let x = 0; x < view.width && seen.length > 0; x += 1) {
      const time = toTime(view, x);
      const acts = seen.some(({ ranges: [[start, end]] }) => time >= start && time < end);
      const y = top + gainLine(decibelsAt(seen, time), heights.wave);
      if (acts && isDrawing) context.lineTo(x, y);
      else if (acts) context.moveTo(x, y);
      isDrawing = acts;
    }
    context.stroke();
    context.lineWidth = 1;
  }

  #paintBars(view, operations, { colors, active }) {
    for (const { operation, range, lane } of bars(operations, barLanes)) {
      const [left, right] = [toX(view, range[0]), toX(view, range[1])];
      if (right < 0 || left > view.width) continue;
      const color = colors[kindOf(operation) === 'title' ? 'mark' : 'effect'];
      this.#context.fillStyle = color;
      this.#context.fillRect(left, barTop(lane), Math.max(3, right - left), heights.bar);
      if (active.has(operation.number)) for (const x of [left, right]) this.#paintGrip(x, barTop(lane), color, colors.label);
    }
  }

  #paintGrip(x, top, color, inside) {
    const context = this.#context;
    const [left, middle] = [x - barGrip.width / 2, top + heights.bar / 2];
    context.beginPath();
    context.roundRect(left, middle - barGrip.height / 2, barGrip.width, barGrip.height, 3);
    context.fillStyle = inside;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = color;
    context.stroke();
    context.lineWidth = 1;
  }

  #paintSpeeds(view, operations, colors) {
    const context = this.#context;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const { range, text } of speeds(operations)) {
      const [left, right] = [Math.max(0, toX(view, range[0])), toX(view, range[1])];
      const width = context.measureText(text).width + 8;
      if (right < left || left > view.width) continue;
      context.fillStyle = colors.effect;
      context.fillRect(left, filmTop(), Math.max(1, right - left), 2);
      if (right - left < width) continue;
      context.fillRect(left, filmTop(), width, 16);
      context.fillStyle = colors.label;
      context.fillText(text, left + 4, filmTop() + 8);
    }
  }

  #paintRemoved(view, edit, state, height) {
    const context = this.#context;
    const top = filmTop();
    const end = toTime(view, view.width);
    const removed = removedRanges(edit, Math.floor(view.start), end);
    if (state.trim) removed.push([view.start, state.trim[0]], [state.trim[1], end]);
    let drawn = -Infinity;
    for (const [from, to] of removed) {
      const [left, right] = [Math.max(0, toX(view, from)), Math.min(view.width, toX(view, to))];
      // If there are thousands of cuts, many share a pixel.
      if (right <= left || right < drawn + 0.5) continue;
      drawn = right;
      const width = Math.max(1, right - left);
      context.fillStyle = state.colors.removed;
      context.fillRect(left, top, width, height - top);
      hatch(context, left, top, width, height - top, state.colors.hatch);
      context.fillStyle = state.colors.cut;
      if (from > edit.trim[0]) context.fillRect(left, top, 1, height - top);
      if (to < edit.trim[1]) context.fillRect(left + width - 1, top, 1, height - top);
    }
  }

  #paintSelection(view, { selection, colors }, height) {
    const { start, end } = selection;
    if (start === null && end === null) return;
    const left = toX(view, start ?? end);
    const right = toX(view, end ?? start);
    this.#context.fillStyle = colors.selection;
    this.#context.fillRect(left, heights.ruler, right - left, height - heights.ruler);
  }

  #paintMarks(view, marks, colors, height) {
    const context = this.#context;
    for (const { time } of marks) {
      const x = Math.round(toX(view, time));
      if (x < -12 || x > view.width) continue;
      context.fillStyle = colors.mark;
      context.fillRect(x, 3, 1.5, height - 3);
      context.beginPath();
      context.moveTo(x, 3);
      context.lineTo(x + 10, 3);
      context.lineTo(x + 7, 7);
      context.lineTo(x + 10, 11);
      context.lineTo(x, 11);
      context.fill();
    }
  }
}

function drawCovering(context, image, x, y, width, height) {
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [width / scale, height / scale];
  context.drawImage(image, (image.width - w) / 2, (image.height - h) / 2, w, h, x, y, width + 0.5, height);
}

function hatch(context, x, y, width, height, color) {
  if (width < 6) return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.beginPath();
  // The stripes are fixed to the page, so that they do not move while a handle moves.
  for (let at = Math.floor((x - height) / 8) * 8; at < x + width; at += 8) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

// The parts of effects that can be dragged in the timeline: the ends of their bars and the lines of gains. A click on a bar
// selects its range.

import { audioEffects, bars, decibelsAt, gainAt, gainLine } from './operations.js';
import { kindOf, wordsOf } from './operationtext.js';
import { barLanes, barTop, heights, waveTop } from './painter.js';
import { toTime, toX } from './viewport.js';

const reach = 6; // pixels

/** The cursors over the parts of effects. */
export const cursors = { start: 'ew-resize', end: 'ew-resize', gain: 'ns-resize', bar: 'pointer' };

/**
 * A part of an effect.
 * @typedef {{operation: object, part: 'start' | 'end' | 'bar'} | {operation: object, part: 'gain', top: number,
 *   others: number}} Grip `top`: of the waveform, in pixels; `others`: the gain of other effects there, in decibels
 */

/**
 * Returns the part of an effect at a place of the timeline.
 * @param {number} x pixels
 * @param {number} y pixels
 * @param {{view: import('./viewport.js').Viewport, description: object, operations: object[]}} scene
 * @returns {Grip | null}
 */
export function gripAt(x, y, scene) {
  return barAt(x, y, scene) ?? gainLineAt(x, y, scene);
}

function barAt(x, y, { view, description, operations }) {
  if (!description.video) return null;
  for (const { operation, range, lane } of bars(operations, barLanes)) {
    const [left, right] = range.map((time) => toX(view, time));
    const isInside = y >= barTop(lane) && y <= barTop(lane) + heights.bar && x >= left - reach && x <= right + reach;
    if (!isInside) continue;
    const part = Math.abs(x - right) <= reach ? 'end' : Math.abs(x - left) <= reach ? 'start' : 'bar';
    return { operation, part };
  }
  return null;
}

function gainLineAt(x, y, { view, description, operations }) {
  const time = toTime(view, x);
  for (const [track, { source }] of description.tracks.entries()) {
    const effects = audioEffects(operations, source);
    const operation = effects.findLast(
      (each) => kindOf(each) === 'gain' && time >= each.ranges[0][0] && time < each.ranges[0][1]);
    const top = waveTop(description, track);
    const line = top + gainLine(decibelsAt(effects, time), heights.wave);
    if (operation && Math.abs(y - line) <= reach) {
      // Of several effects at this instant, only one is dragged; the others do not change.
      const others = decibelsAt(effects.filter((each) => each !== operation), time);
      return { operation, part: 'gain', top, others };
    }
  }
  return null;
}

/** The drag of one part. */
export class EffectDrag {
  /** The changed operation, with its `words` for the server, or null if nothing changed. @type {object | null} */
  changed = null;
  #grip;

  /** @param {Grip} grip */
  constructor(grip) {
    this.#grip = grip;
  }

  /** Moves the part. @param {number} y pixels @param {number} time ticks of the recording */
  move(y, time, { timescale, duration }) {
    const { part } = this.#grip;
    if (part === 'gain') this.#moveGain(y);
    else if (part !== 'bar') this.#moveEnd(part, Math.min(Math.max(0, time), duration), Math.ceil(timescale / 100));
  }

  /** Returns operations with the changed one in its place, or null if nothing changed. */
  applied(operations) {
    const { changed } = this;
    return changed && operations.map((each) => (each.number === changed.number ? changed : each));
  }

  #moveGain(y) {
    const { operation, top, others } = this.#grip;
    const gain = Math.min(24, Math.max(-60, gainAt(y - top, heights.wave) - others));
    if (!Number.isFinite(gain)) return;
    this.changed = gain === operation.gain ? null : { ...operation, gain, words: wordsOf(operation, { gain }) };
  }

  #moveEnd(part, time, minLength) {
    const { operation } = this.#grip;
    const [start, end] = operation.ranges[0];
    const range = part === 'start' ? [Math.min(time, end - minLength), end] : [start, Math.max(time, start + minLength)];
    this.changed = { ...operation, ranges: [range], words: wordsOf(operation) };
  }
}

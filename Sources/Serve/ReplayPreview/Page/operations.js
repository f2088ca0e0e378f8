// The operations of an edit for the timeline and the video: where they act and how they are drawn.

import { kindOf, parseOperation } from './operationtext.js';

const drawnOnFrames = new Set([
  'cover', 'blur', 'pixelate', 'title', 'highlight', 'clicks', 'zoom', 'camera',
  'arrow', 'box', 'ellipse', 'text', 'step', 'spotlight', 'image', 'watermark',
]);

/**
 * Returns the bars of operations that are drawn on frames. Overlapping ones are in different lanes.
 * @returns {{operation: object, range: [number, number], lane: number}[]}
 */
export function bars(operations, lanes) {
  const ends = Array(lanes).fill(-Infinity);
  return operations.filter((each) => each.isEnabled && drawnOnFrames.has(kindOf(each)) && each.ranges.length === 1)
    .map((operation) => ({ operation, range: operation.ranges[0] }))
    .sort((a, b) => a.range[0] - b.range[0])
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.range[0]);
      const lane = free < 0 ? lanes - 1 : free;
      ends[lane] = Math.max(ends[lane], bar.range[1]);
      return { ...bar, lane };
    });
}

/** Returns the operations that change the volume of a track. @param {string | null} source `app` or `mic` */
export function audioEffects(operations, source) {
  return operations.filter((each) => each.isEnabled && ['gain', 'mute', 'fade-in', 'fade-out'].includes(kindOf(each))
    && (each.track === null || each.track === source));
}

/** Returns the gain of effects at a recording time, in decibels; -Infinity if the audio is muted. */
export function decibelsAt(effects, time) {
  return effects.reduce((sum, effect) => {
    const [start, end] = effect.ranges[0];
    return time >= start && time < end ? sum + decibelsOf(effect, (time - start) / (end - start)) : sum;
  }, 0);
}

function decibelsOf(effect, progress) {
  switch (kindOf(effect)) {
    case 'gain': return effect.gain;
    case 'fade-in': return 20 * Math.log10(progress);
    case 'fade-out': return 20 * Math.log10(1 - progress);
    default: return -Infinity;
  }
}

/** Returns the speed changes. @returns {{range: [number, number], text: string}[]} */
export function speeds(operations) {
  return operations.filter((each) => each.isEnabled && kindOf(each) === 'speed')
    .map(({ ranges, text }) => ({ range: ranges[0], text: parseOperation(text).words[0].replace(/x$/, '×') }));
}

/** Returns true if an operation acts at a recording time. */
export function isActing({ isEnabled, ranges }, time) {
  return isEnabled && ranges.some(([start, end]) => time >= start && time < end);
}

/**
 * Returns the numbers of the operations that have handles.
 * @param {number} time the position
 * @param {{start: number | null, end: number | null}} selection
 * @param {number | null} hovered the operation under the pointer
 */
export function activeNumbers(operations, time, { start, end }, hovered) {
  const isSelected = ({ ranges: [range] }) => range && range[0] === start && range[1] === end;
  return new Set(operations.filter((each) => isActing(each, time) || isSelected(each) || each.number === hovered)
    .map(({ number }) => number));
}

/** Returns the operations whose rectangles can be dragged at a recording time. */
export function rectanglesAt(operations, time) {
  return operations.filter((each) => each.rectangle && each.ranges.length === 1 && isActing(each, time));
}

/** Returns the operations whose points can be dragged at a recording time. */
export function pointsAt(operations, time) {
  return operations.filter((each) => each.points.length > 0 && isActing(each, time));
}

/** Returns the distance of a gain line from a waveform's top: 24 dB at the top, 0 dB at 35 %, -60 dB at the end. */
export function gainLine(decibels, height) {
  const middle = height * unity;
  const part = decibels > 0 ? Math.min(1, decibels / 24) * -middle : Math.min(1, decibels / -60) * (height - middle);
  return middle + part;
}

/** Returns the gain at a height, in half decibels, within its limits. */
export function gainAt(y, height) {
  const middle = height * unity;
  const decibels = y < middle ? (24 * (middle - y)) / middle : (-60 * (y - middle)) / (height - middle);
  return Math.min(24, Math.max(-60, Math.round(decibels * 2) / 2));
}

const unity = 0.35;

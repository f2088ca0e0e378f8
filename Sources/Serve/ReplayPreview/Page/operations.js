// The operations of an edit as the timeline and the video show them: which act where, and what they become when dragged.

/** What an operation does, as it is written. */
export function kindOf({ text }) {
  return text.split(' ', 1)[0];
}

/** An operation as it is written, without its range. */
export function withoutRange({ text }) {
  return text.replace(/ \S*\.\.\S*/, '');
}

/** The words of an operation with another rectangle. @param {number[]} area x, y, width, height in the frame's pixels */
export function withRectangle(operation, [x, y, width, height]) {
  return withoutRange(operation).replace(/\d+x\d+\+\d+\+\d+/, `${width}x${height}+${x}+${y}`);
}

/** The words of a gain with other decibels. */
export function withGain(operation, decibels) {
  return withoutRange(operation).replace(/[+-][\d.]+dB/, `${decibels < 0 ? '' : '+'}${decibels}dB`);
}

const drawnOnFrames = new Set(['cover', 'blur', 'pixelate', 'title', 'highlight', 'clicks', 'zoom', 'camera']);

/**
 * The bars of what is drawn on frames: those that overlap stand in different lanes.
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

/** The operations that change how loud a track is. @param {string | null} source `app` or `mic` */
export function audioEffects(operations, source) {
  return operations.filter((each) => each.isEnabled && ['gain', 'mute', 'fade-in', 'fade-out'].includes(kindOf(each))
    && (each.track === null || each.track === source));
}

/** How loud effects make audio at a recording time, in decibels; -Infinity: nothing is heard. */
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

/** The speeds that were given. @returns {{range: [number, number], text: string}[]} */
export function speeds(operations) {
  return operations.filter((each) => each.isEnabled && kindOf(each) === 'speed')
    .map(({ ranges, text }) => ({ range: ranges[0], text: /([\d.]+)x/.exec(text)[1] + '×' }));
}

/** Whether an operation is about a recording time. */
export function isActing({ isEnabled, ranges }, time) {
  return isEnabled && ranges.some(([start, end]) => time >= start && time < end);
}

/**
 * The numbers of the operations that have handles.
 * @param {number} time the position
 * @param {{start: number | null, end: number | null}} selection
 * @param {number | null} hovered the operation under the pointer
 */
export function activeNumbers(operations, time, { start, end }, hovered) {
  const isSelected = ({ ranges: [range] }) => range && range[0] === start && range[1] === end;
  return new Set(operations.filter((each) => isActing(each, time) || isSelected(each) || each.number === hovered)
    .map(({ number }) => number));
}

/** What lies in the frame at a recording time and can be dragged. */
export function rectanglesAt(operations, time) {
  return operations.filter((each) => each.rectangle && each.ranges.length === 1 && isActing(each, time));
}

/** The height of a gain line in a waveform of this height, from its top: 24 dB there, 0 dB below it, -60 dB at the bottom. */
export function gainLine(decibels, height) {
  const middle = height * unity;
  const part = decibels > 0 ? Math.min(1, decibels / 24) * -middle : Math.min(1, decibels / -60) * (height - middle);
  return middle + part;
}

/** The gain of a height, in half decibels, as far as there are. */
export function gainAt(y, height) {
  const middle = height * unity;
  const decibels = y < middle ? (24 * (middle - y)) / middle : (-60 * (y - middle)) / (height - middle);
  return Math.min(24, Math.max(-60, Math.round(decibels * 2) / 2));
}

const unity = 0.35;

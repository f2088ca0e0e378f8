// Operations as sentences: their effect in words, with the times at which they act. This module does not need the DOM.

import { clock } from './format.js';
import { formatCharacters, parseOperation } from './operationtext.js';

/**
 * A part of a sentence: a text, or a time of the recording.
 * @typedef {string | {time: number, text: string}} Part `time` in ticks
 */

/**
 * Describes an operation in words.
 * @param {{text: string, ranges: [number, number][], rectangle: number[] | null, track: string | null,
 *   gain: number | null}} operation
 * @param {number} timescale ticks per second
 * @param {(image: string) => string | null} [nameOf] returns the name that the user knows of a stored image
 * @returns {Part[]}
 */
export function sentenceOf(operation, timescale, nameOf = () => null) {
  const { kind, words, text } = parseOperation(operation.text);
  const describe = sentences[kind];
  return describe ? describe({ operation, words, text, timescale, nameOf }) : [operation.text];
}

/** Returns the sentence as a text. */
export function spokenSentence(parts) {
  return parts.map((part) => part.text ?? part).join('');
}

/** The heading of each kind of operation. */
export const titles = {
  speed: 'Speed', blur: 'Blur', pixelate: 'Pixelate', cover: 'Cover', title: 'Title', zoom: 'Zoom', camera: 'Camera',
  highlight: 'Highlight the pointer', clicks: 'Show clicks', pointer: 'Pointer', keys: 'Shortcuts', mute: 'Mute', gain: 'Volume', 'fade-in': 'Fade in',
  'fade-out': 'Fade out', crop: 'Crop', rotate: 'Rotate', style: 'Style', trim: 'Trim', cut: 'Cut', keep: 'Keep', mark: 'Mark',
  captions: 'Captions', arrow: 'Arrow', box: 'Box', ellipse: 'Ellipse', text: 'Text on the screen', step: 'Numbered step',
  spotlight: 'Spotlight', image: 'Image', watermark: 'Watermark',
};

const sentences = {
  trim: (given) => ['Keep only ', ...range(given)],
  cut: (given) => ['Cut out ', ...range(given)],
  keep: (given) => ['Keep only ', ...list(given)],
  speed: (given) => [
    `Play at ${given.words[0].replace(/x$/, '×')} speed ${given.words.includes('mute') ? 'without audio ' : ''}from `,
    ...range(given),
  ],
  blur: (given) => [`Blur ${part(given)} from `, ...range(given)],
  pixelate: (given) => [`Pixelate ${part(given)} from `, ...range(given)],
  cover: (given) => [`Cover ${part(given)} with ${covering(given)} from `, ...range(given)],
  title: (given) => [`Show “${titleText(given)}” ${titlePlace(given)} from `, ...range(given)],
  zoom: (given) => [
    `Zoom in on ${part(given)}${given.words.includes('follow') ? ', which follows the pointer,' : ''} from `, ...range(given),
  ],
  camera: (given) => [`${camera(given)} from `, ...range(given)],
  highlight: (given) => ['Highlight the pointer from ', ...range(given)],
  clicks: (given) => ['Show clicks from ', ...range(given)],
  pointer: ({ words }) => [words[0] === 'off' ? 'Hide the pointer' : `Show the pointer with ${pointerLook(words)}`],
  keys: ({ words }) => [
    words[0] === 'off' ? 'Hide shortcuts' : `Show shortcuts at the ${words.includes('top') ? 'top' : 'bottom'}`,
  ],
  mute: (given) => [`Mute ${audio(given)} from `, ...range(given)],
  gain: (given) => [`${gain(given)} from `, ...range(given)],
  'fade-in': (given) => [`Fade in ${audio(given)} from `, ...range(given)],
  'fade-out': (given) => [`Fade out ${audio(given)} from `, ...range(given)],
  crop: ({ operation: { rectangle: [x, y, width, height] } }) => [
    `Show only ${width} × ${height} pixels of the frame, ${x} from the left and ${y} from the top`,
  ],
  arrow: (given) => ['Draw an arrow from ', ...range(given)],
  box: (given) => ['Draw a box from ', ...range(given)],
  ellipse: (given) => ['Draw an ellipse from ', ...range(given)],
  text: (given) => [`Show “${titleText(given)}” on the screen from `, ...range(given)],
  step: (given) => [`Show step ${given.words[1]} from `, ...range(given)],
  spotlight: (given) => ['Darken all but a part of the screen from ', ...range(given)],
  image: (given) => [`Show ${given.nameOf(given.words.at(-1)) ?? 'an image'} on the screen from `, ...range(given)],
  watermark: (given) => [
    `Show ${given.nameOf(given.words.at(-1)) ?? 'an image'} at the ${given.words[0].replace('-', ' ')} from `, ...range(given),
  ],
  rotate: ({ words }) => [`Rotate the frame ${turns[words[0]] ?? `by ${words[0]}°`}`],
  style: ({ words }) => [styled(words)],
  mark: (given) => mark(given),
  captions: ({ words }) => [`Add captions to exports${words.length > 1 ? ` in ${language(words.at(-1))}` : ''}`],
};

function pointerLook(words) {
  const value = (word) => words[words.indexOf(word) + 1];
  const parts = {
    size: () => `${value('size')} of its size`.replace('%', ' %'), smooth: () => 'smooth motion',
    'hide-idle': () => `rests hidden after ${value('hide-idle').replace('s', ' s')}`,
    click: () => (value('click') === 'ring' ? 'rings around clicks' : 'visible presses'),
  };
  return Object.keys(parts).filter((word) => words.includes(word)).map((word) => parts[word]()).join(', ');
}

function styled(words) {
  if (words[0] === 'none') return 'Show the frame without a style';
  const shape = words.indexOf('aspect');
  return `Put the frame on a background${shape < 0 ? '' : ` in the shape ${words[shape + 1]}`}`;
}

const turns = { 90: '90° to the right', 180: 'by 180°', 270: '90° to the left' };

function range({ operation, timescale }) {
  return between(operation.ranges[0], timescale);
}

function between([start, end], timescale) {
  return [moment(start, timescale), ' to ', moment(end, timescale)];
}

function moment(time, timescale) {
  return { time, text: clock(time / timescale, 1) };
}

function list({ operation: { ranges }, timescale }) {
  return ranges.flatMap((each, index) => {
    const separator = index === 0 ? [] : [index === ranges.length - 1 ? ' and ' : ', '];
    return [...separator, ...between(each, timescale)];
  });
}

function part({ operation }) {
  return operation.rectangle ? 'a part of the frame' : 'the whole frame';
}

function covering({ words, nameOf }) {
  const place = words.indexOf('image');
  return place < 0 ? 'black' : nameOf(words[place + 1]) ?? 'an image';
}

// Format characters are shown by their number, because they would change the direction of the sentence.
function titleText({ text }) {
  return (text ?? '').replace(/\n/g, ' ')
    .replace(formatCharacters, (character) => `u{${character.codePointAt(0).toString(16)}}`);
}

function titlePlace({ words: [place] }) {
  return { top: 'at the top', middle: 'in the middle' }[place] ?? 'at the bottom';
}

function camera({ words: [place, ...look] }) {
  if (place === 'off') return 'Hide the camera';
  if (place === 'full') return 'Show the camera instead of the screen';
  const [name, percent] = place.split(':');
  const size = percent ? `, ${percent} % ${name === 'stacked' ? 'high' : 'wide'}` : '';
  return `Show the camera ${sides[name] ?? `at the ${name.replace('-', ' ')}`}${size}${look.map((word) => looks[word] ?? '').join('')}`;
}

const sides = {
  side: 'at the right of the screen', 'side-left': 'at the left of the screen', stacked: 'below the screen',
};

const looks = {
  circle: ' in a circle', rounded: ' with round corners', mirrored: ', mirrored', border: ', with a line', shrink: ', smaller during zooms',
};

function audio({ operation: { track } }) {
  return { app: 'the application audio', mic: 'the microphone' }[track] ?? 'all audio';
}

function gain(given) {
  const { gain: decibels } = given.operation;
  const amount = Number(Math.abs(decibels).toFixed(2));
  return `Make ${audio(given)} ${amount} dB ${decibels < 0 ? 'quieter' : 'louder'}`;
}

function mark({ words: [timecode], text: name, timescale }) {
  const seconds = timecode.split(':').reduce((sum, each) => 60 * sum + Number(each), 0);
  const text = titleText({ text: name });
  return ['Mark ', moment(Math.round(seconds * timescale), timescale), text ? `: “${text}”` : ''];
}

function language(tag) {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag);
  } catch {
    return tag;
  }
}

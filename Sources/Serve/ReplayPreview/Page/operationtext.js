// The text of an operation, as `replay edit` and the server write it, and its parts. No other module reads this text.

/**
 * The parts of an operation, in the order in which the server writes them.
 * @typedef {object} OperationParts
 * @property {string} kind the first word, such as `cover`
 * @property {string[]} ranges such as `0:01.000..0:02.500`
 * @property {number[] | null} rectangle x, y, width and height in pixels of the frame
 * @property {number | null} gain decibels
 * @property {string[]} words the other arguments, such as `image`, `circle` or `0.5s`
 * @property {string | null} text the text between quotation marks, without escapes
 */

/** Returns the kind of an operation, which is its first word. */
export function kindOf({ text }) {
  return text.split(' ', 1)[0];
}

/** Parses the text of an operation. @param {string} text as the server writes it @returns {OperationParts} */
export function parseOperation(text) {
  const [, head, quotation] = /^(.*?)(?: "(.*)")?$/s.exec(text);
  const [kind, ...rest] = head.split(' ');
  const ranges = take(rest, (word) => (word.includes('..') ? word : null));
  const [rectangle = null] = take(rest, parseRectangle, 1);
  const [gain = null] = take(rest, parseGain, 1);
  return { kind, ranges, rectangle, gain, words: rest, text: quotation === undefined ? null : unescaped(quotation) };
}

/** Formats an operation. A missing part counts as empty. @param {Partial<OperationParts>} parts */
export function formatOperation({ kind, ranges = [], rectangle = null, gain = null, words = [], text = null }) {
  return [
    kind, ...ranges, rectangle && formatRectangle(rectangle), gain !== null && formatGain(gain), ...words,
    text !== null && `"${escaped(text)}"`,
  ].filter(Boolean).join(' ');
}

/**
 * Returns the text of an operation without its range, for a request that sends the range apart.
 * @param {{text: string}} operation
 * @param {Partial<OperationParts>} [changes] parts to replace
 */
export function wordsOf({ text }, changes = {}) {
  return formatOperation({ ...parseOperation(text), ranges: [], ...changes });
}

/** Returns the parts of a copy of a drawing, whose points and rectangle are moved a little. */
export function movedBeside(parts) {
  const move = (word) => (/^\d+,\d+$/.test(word) ? word.split(',').map((each) => Math.max(0, Number(each) - 16)).join(',') : word);
  const [x, y, width, height] = parts.rectangle ?? [];
  return {
    ...parts, ranges: [], words: parts.words.map(move),
    rectangle: parts.rectangle && [Math.max(0, x - 16), Math.max(0, y - 16), width, height],
  };
}

// Removes the first words that `parse` returns a value for, at most `limit`, and returns the values.
function take(words, parse, limit = Infinity) {
  const values = [];
  while (words.length > 0 && values.length < limit) {
    const value = parse(words[0]);
    if (value === null) break;
    values.push(value);
    words.shift();
  }
  return values;
}

function parseRectangle(word) {
  const match = /^(\d+)x(\d+)\+(\d+)\+(\d+)$/.exec(word);
  if (!match) return null;
  const [width, height, x, y] = match.slice(1).map(Number);
  return [x, y, width, height];
}

function formatRectangle([x, y, width, height]) {
  return `${width}x${height}+${x}+${y}`;
}

function parseGain(word) {
  const match = /^([+-][\d.]+)dB$/.exec(word);
  return match && Number(match[1]);
}

function formatGain(decibels) {
  return `${decibels < 0 ? '' : '+'}${decibels}dB`;
}

/** Format characters, which would change the direction of the text next to them. The server escapes them. */
export const formatCharacters = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(text) {
  return text.replace(/["\\]/g, '\\$&').replace(/\r?\n/g, '\\n')
    .replace(formatCharacters, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

function unescaped(text) {
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/gi, (_, code, character) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return character === 'n' ? '\n' : character;
  });
}

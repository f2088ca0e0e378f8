// Bit rates that users type. This module does not need the DOM.

const [least, most] = [0.25, 100]; // Mbit/s, as in `replay broadcast --bitrate`

/**
 * Parses a bit rate in Mbit/s, such as `4`, `2.5` or `2,5`.
 * @param {string} text
 * @returns {number | null | undefined} in bits per second; undefined for an empty text, and null for one that is not valid
 */
export function bitsPerSecond(text) {
  if (text.trim() === '') return undefined;
  const word = text.trim().replace(',', '.').replace(/\s*m(bit\/s|bps)?$/i, '');
  if (!/^\d+(\.\d+)?$/.test(word)) return null;
  const rate = Number(word);
  return rate >= least && rate <= most ? Math.round(rate * 1e6) : null;
}

// Silence as fragments of FLAC. A browser completes a seek only if every SourceBuffer has data there. During scrubbing,
// silence is that data, so that the server need not mix audio for each position of the pointer.

const blockSize = 960; // 1/50 s: divides a window of one second, and is below the block size of any encoder

/**
 * Returns a fragment of silence.
 * @param {{track: number, channels: number, bits: number}} stream from the initialization segment
 * @param {number} start the first sample, in edited time
 * @param {number} count the number of samples
 * @returns {Uint8Array} a `moof` and its `mdat`
 */
export function silentFragment(stream, start, count) {
  const sizes = [];
  for (let left = count; left > 0; left -= blockSize) sizes.push(Math.min(blockSize, left));
  const blocks = sizes.map((size) => silentBlock(stream, size));
  const run = fullBox('trun', 0, 0x301, [uint32(sizes.length), uint32(0), ...sizes.flatMap(
    (size, i) => [uint32(size), uint32(blocks[i].length)])]);
  const head = (offset) => box('moof', [
    fullBox('mfhd', 0, 0, [uint32(1)]),
    box('traf', [
      fullBox('tfhd', 0, 0x020000, [uint32(stream.track)]),
      fullBox('tfdt', 1, 0, [uint32(Math.floor(start / 2 ** 32)), uint32(start)]),
      withDataOffset(run, offset),
    ]),
  ]);
  return join([head(head(0).length + 8), box('mdat', blocks)]);
}

// The data offset is the second field of a trun, after size, type, flags and sample count.
function withDataOffset(run, offset) {
  new DataView(run.buffer).setUint32(16, offset);
  return run;
}

// A frame of constant subframes: each channel is one sample, 0, for the whole block.
function silentBlock({ channels, bits }, size) {
  const header = [0xff, 0xf8, 0x70, (channels - 1) << 4, 0, (size - 1) >> 8, (size - 1) & 0xff];
  header.push(crc(header, 0x07, 8));
  const subframeBits = channels * (8 + bits);
  const bytes = [...header, ...new Array(Math.ceil(subframeBits / 8)).fill(0)];
  const check = crc(bytes, 0x8005, 16);
  return Uint8Array.from([...bytes, check >> 8, check & 0xff]);
}

function crc(bytes, polynomial, width) {
  const top = 1 << (width - 1);
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? (value << 1) ^ polynomial : value << 1;
    value &= 2 ** width - 1;
  }
  return value;
}

function uint32(value) {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function box(type, parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return join([uint32(size), Uint8Array.from(type, (letter) => letter.charCodeAt(0)), ...parts]);
}

function fullBox(type, version, flags, parts) {
  return box(type, [uint32((version << 24) | flags), ...parts]);
}

function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

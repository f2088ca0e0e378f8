// A parser of fragmented MP4, limited to the needs of the preview: the number and times of a fragment's frame.

/**
 * Returns the fragments of a media response, in order.
 * @param {Uint8Array} bytes pairs of `moof` and `mdat`
 * @returns {{number: number, start: number, duration: number, bytes: Uint8Array}[]} `number` counts frames from 0;
 *   `start` and `duration` are ticks of edited time
 */
export function parseFragments(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fragments = [];
  let open = null;
  for (const box of boxes(view, 0, view.byteLength)) {
    if (box.type === 'moof') open = { from: box.from, ...readHeader(view, box) };
    if (box.type !== 'mdat' || !open) continue;
    const { from, number, start, duration } = open;
    fragments.push({ number, start, duration, bytes: bytes.subarray(from, box.to) });
    open = null;
  }
  return fragments;
}

/**
 * Returns the format of a FLAC stream from a track's initialization segment.
 * @param {Uint8Array} bytes
 * @returns {{track: number, channels: number, bits: number} | null}
 */
export function parseFLACTrack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = indexOf(bytes, 'dfLa');
  const header = indexOf(bytes, 'tkhd');
  if (at < 0 || header < 0) return null;
  // dfLa: type, version and flags, metadata block header; then STREAMINFO: byte 10 begins rate, channels and depth.
  const packed = view.getUint32(at + 12 + 10);
  const isLong = view.getUint8(header + 4) === 1;
  return {
    track: view.getUint32(header + 8 + (isLong ? 16 : 8)),
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
  };
}

function* boxes(view, from, end) {
  let at = from;
  while (at + 8 <= end) {
    let size = view.getUint32(at);
    let body = at + 8;
    if (size === 1) {
      size = Number(view.getBigUint64(at + 8));
      body = at + 16;
    } else if (size === 0) {
      size = end - at;
    }
    // A response that was cut off ends inside a box; the complete boxes before it are used.
    if (size < body - at || at + size > end) return;
    yield { type: typeAt(view, at + 4), from: at, body, to: at + size };
    at += size;
  }
}

function readHeader(view, moof) {
  const found = { number: 0, start: 0, duration: 0 };
  let sampleDuration = 0;
  for (const box of boxes(view, moof.body, moof.to)) {
    if (box.type === 'mfhd') found.number = view.getUint32(box.body + 4) - 1;
    if (box.type !== 'traf') continue;
    for (const part of boxes(view, box.body, box.to)) {
      if (part.type === 'tfhd') sampleDuration = defaultDuration(view, part.body);
      if (part.type === 'tfdt') found.start = decodeTime(view, part.body);
      if (part.type === 'trun') found.duration += runDuration(view, part.body, sampleDuration);
    }
  }
  return found;
}

function defaultDuration(view, body) {
  const flags = view.getUint32(body) & 0xffffff;
  if (!(flags & 0x8)) return 0;
  return view.getUint32(body + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
}

function decodeTime(view, body) {
  return view.getUint8(body) === 1 ? Number(view.getBigUint64(body + 4)) : view.getUint32(body + 4);
}

function runDuration(view, body, sampleDuration) {
  const flags = view.getUint32(body) & 0xffffff;
  const count = view.getUint32(body + 4);
  if (!(flags & 0x100)) return count * sampleDuration;
  const first = body + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const stride = 4 * (1 + (flags & 0x200 ? 1 : 0) + (flags & 0x400 ? 1 : 0) + (flags & 0x800 ? 1 : 0));
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += view.getUint32(first + i * stride);
  return sum;
}

function typeAt(view, at) {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

function indexOf(bytes, type) {
  const [a, b, c, d] = [...type].map((letter) => letter.charCodeAt(0));
  for (let i = 0; i + 4 <= bytes.length; i += 1) {
    if (bytes[i] === a && bytes[i + 1] === b && bytes[i + 2] === c && bytes[i + 3] === d) return i;
  }
  return -1;
}

import { parseFragments } from '../../../../Sources/Serve/ReplayPreview/Page/fragments.js';
import { silentFragment } from '../../../../Sources/Serve/ReplayPreview/Page/silence.js';
import { check, equal, test } from './harness.js';

const stream = { track: 2, channels: 2, bits: 16 };

test('A fragment of silence has the time that was asked for', () => {
  const [found, ...others] = parseFragments(silentFragment(stream, 96_000, 48_000));
  equal([found.start, found.duration, others.length], [96_000, 48_000, 0]);
  equal(parseFragments(silentFragment(stream, 2 ** 33 + 5, 1000))[0].start, 2 ** 33 + 5);
});

test('A fragment of silence has whole frames of FLAC at its data offset', () => {
  const bytes = silentFragment(stream, 0, 2000);
  const view = new DataView(bytes.buffer);
  const moof = view.getUint32(0);
  const run = [...bytes.keys()].find((at) => String.fromCharCode(...bytes.subarray(at, at + 4)) === 'trun') + 4;
  equal([view.getUint32(run + 4), view.getUint32(run + 8)], [3, moof + 8]);
  let at = moof + 8;
  for (let i = 0; i < 3; i += 1) {
    const [duration, size] = [view.getUint32(run + 12 + 8 * i), view.getUint32(run + 16 + 8 * i)];
    equal(duration, i < 2 ? 960 : 80);
    equal([bytes[at], bytes[at + 1]], [0xff, 0xf8], 'The sync code');
    equal((bytes[at + 5] << 8) + bytes[at + 6] + 1, duration, 'The block size');
    equal(crc16(bytes.subarray(at, at + size)), 0, 'The checksum');
    at += size;
  }
  equal(at, bytes.length);
});

test('Fragments of a response are found, also if its end is missing', () => {
  const [one, two] = [silentFragment(stream, 0, 960), silentFragment(stream, 960, 960)];
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  const found = parseFragments(both);
  equal(found.map(({ start }) => start), [0, 960]);
  equal(found[1].bytes, two);
  equal(parseFragments(both.subarray(0, both.length - 1)).length, 1);
  equal(parseFragments(new Uint8Array(0)), []);
  check(parseFragments(both.subarray(one.length))[0].start === 960, 'A part of a buffer is read at its own place');
});

// The sum over a frame with its checksum is zero (RFC 9639, section 9.3).
function crc16(bytes) {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000 ? ((value << 1) ^ 0x8005) & 0xffff : (value << 1) & 0xffff;
  }
  return value;
}

import { bitsPerSecond } from '../../../../Sources/Serve/ReplayPreview/Page/bitrate.js';
import { equal, test } from './harness.js';

test('A bit rate is a number of Mbit/s, with or without its unit', () => {
  equal(['4', ' 2.5 ', '2,5', '0.25', '100', '4M', '6 Mbit/s', '3Mbps'].map(bitsPerSecond),
    [4e6, 2.5e6, 2.5e6, 250_000, 1e8, 4e6, 6e6, 3e6]);
  equal(['', '  '].map(bitsPerSecond), [undefined, undefined]);
});

test('What is no such number, or out of the range, is not valid', () => {
  equal(['0', '0.2', '101', '-4', 'fast', '4k', '1e3', '.', 'M'].map(bitsPerSecond), Array(9).fill(null));
});

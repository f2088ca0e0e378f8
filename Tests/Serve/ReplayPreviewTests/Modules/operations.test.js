import {
  activeNumbers, audioEffects, bars, decibelsAt, gainAt, gainLine, isActing, rectanglesAt, speeds,
} from '../../../../Sources/Serve/ReplayPreview/Page/operations.js';
import { equal, near, test } from './harness.js';

const operation = (number, text, ranges, more = {}) =>
  ({ number, text, isEnabled: true, isReplaced: false, ranges, rectangle: null, track: null, gain: null, ...more });

test('Bars that overlap are in different lanes', () => {
  const found = bars([
    operation(1, 'blur', [[0, 10]]), operation(2, 'title "x"', [[5, 15]]), operation(3, 'zoom', [[10, 20]]),
    operation(4, 'cover', [[12, 14]], { isEnabled: false }), operation(5, 'gain +1dB', [[0, 20]]),
    operation(6, 'camera off', [[6, 8]]),
  ], 2);
  equal(found.map(({ operation: { number }, lane }) => [number, lane]), [[1, 0], [2, 1], [6, 1], [3, 0]]);
});

test('The gains of a track are added, and fades and mutes act', () => {
  const operations = [
    operation(1, 'gain -6dB', [[0, 100]], { gain: -6 }), operation(2, 'gain +2dB mic', [[50, 100]], { gain: 2, track: 'mic' }),
    operation(3, 'mute app', [[90, 100]], { track: 'app' }), operation(4, 'fade-in', [[200, 300]]),
    operation(5, 'fade-out', [[300, 400]]), operation(6, 'blur', [[0, 100]]),
  ];
  const [app, mic] = ['app', 'mic'].map((source) => audioEffects(operations, source));
  equal(mic.map(({ number }) => number), [1, 2, 4, 5]);
  equal([decibelsAt(mic, 10), decibelsAt(mic, 60), decibelsAt(mic, 100)], [-6, -4, 0]);
  equal(decibelsAt(app, 95), -Infinity);
  near(decibelsAt(app, 210), -20);
  near(decibelsAt(app, 390), -20);
  equal(decibelsAt(app, 200), -Infinity);
});

test('Speeds have their factor as a text', () => {
  equal(speeds([operation(1, 'speed 0:00.000..0:01.000 0.25x mute', [[0, 1000]])]), [{ range: [0, 1000], text: '0.25×' }]);
});

test('An operation acts from its start to before its end, if it is enabled', () => {
  const keep = operation(1, 'keep', [[0, 10], [20, 30]]);
  equal([0, 9, 10, 20, 30].map((time) => isActing(keep, time)), [true, true, false, true, false]);
  equal(isActing({ ...keep, isEnabled: false }, 5), false);
});

test('Operations at the position, of the selection or under the pointer have handles', () => {
  const operations = [
    operation(1, 'blur', [[0, 10]]), operation(2, 'blur', [[20, 30]]), operation(3, 'blur', [[40, 50]]), operation(4, 'crop', []),
    operation(5, 'blur', [[60, 70]]),
  ];
  equal(activeNumbers(operations, 5, { start: 20, end: 30 }, 3), new Set([1, 2, 3]));
  equal(activeNumbers(operations, 55, { start: null, end: null }, null), new Set());
});

test('Only rectangles with one range can be dragged', () => {
  const rectangle = [0, 0, 2, 2];
  const operations = [
    operation(1, 'blur', [[0, 10]], { rectangle }), operation(2, 'blur', [[0, 10]]), operation(3, 'crop', [], { rectangle }),
  ];
  equal(rectanglesAt(operations, 5).map(({ number }) => number), [1]);
});

test('A gain line has a height, and a height has a gain', () => {
  equal([gainLine(24, 100), gainLine(0, 100), gainLine(-60, 100), gainLine(-Infinity, 100)], [0, 35, 100, 100]);
  for (let gain = -60; gain <= 24; gain += 0.5) equal(gainAt(gainLine(gain, 100), 100), gain);
  equal([gainAt(-20, 100), gainAt(140, 100)], [24, -60]);
});

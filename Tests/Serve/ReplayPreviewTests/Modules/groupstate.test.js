import { correctionOf, groupPosition, median, quickCorrectionOf } from '../../../../Sources/Serve/ReplayPreview/Page/groupstate.js';
import { equal, test } from './harness.js';

const state = { time: 1000, duration: 9000, isPlaying: true, rate: 200, hostTime: 5e6 };

test('The position of a group stands until its host time, then plays, and stops at the end', () => {
  const positions = [4e6, 5e6, 5.5e6, 6e6, 60e6].map((time) => groupPosition(state, time, 1000));
  equal(positions, [1000, 1000, 2000, 3000, 9000]);
  equal(groupPosition({ ...state, isPlaying: false }, 60e6, 1000), 1000);
});

test('A drift above 20 ms is corrected by 2 % until it is small, and one above 250 ms by a seek', () => {
  equal([0, 20, -20, 21, -21].map((drift) => correctionOf(drift, false)), [1, 1, 1, 0.98, 1.02]);
  equal([20, -5, 4, -4].map((drift) => correctionOf(drift, true)), [0.98, 1.02, 1, 1]);
  equal([250, 251, -251].map((drift) => correctionOf(drift, false)), [0.98, 'seek', 'seek']);
});

test('An error is made up for in 0.4 s, or at a quarter of the speed, with what a change of the speed costs', () => {
  const none = { faster: 0, slower: 0 };
  equal([0, 10, -10, 251, -251].map((error) => quickCorrectionOf(error, 1, none)), [null, null, null, null, null]);
  equal(quickCorrectionOf(60, 1, none), { direction: 'slower', factor: 0.85, time: 400, rest: 0 });
  equal(quickCorrectionOf(-60, 2, none), { direction: 'faster', factor: 1.15, time: 200, rest: 0 });
  equal(quickCorrectionOf(-200, 1, none), { direction: 'faster', factor: 1.25, time: 800, rest: 0 });
  const costs = { faster: 10, slower: 22 };
  equal(quickCorrectionOf(-50, 1, costs), { direction: 'faster', factor: 1.15, time: 400, rest: 0 });
  equal(quickCorrectionOf(82, 1, costs), { direction: 'slower', factor: 0.85, time: 400, rest: 0 });
  equal(quickCorrectionOf(20, 1, costs), { direction: 'slower', factor: 0.98, time: 60, rest: -2 });
  equal(quickCorrectionOf(11, 1, costs), null);
});

test('One wrong measurement does not count', () => {
  equal(median([3, 900, 5]), 5);
});

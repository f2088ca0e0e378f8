import { correctionOf, groupPosition, median, startCorrectionOf } from '../../../../Sources/Serve/ReplayPreview/Page/groupstate.js';
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

test('A start that was early or late is made up for in 0.4 s, or at a quarter of the speed', () => {
  equal([0, 8, -8, 251].map((error) => startCorrectionOf(error, 1)), [null, null, null, null]);
  equal(startCorrectionOf(60, 1), { factor: 0.85, time: 400 });
  equal(startCorrectionOf(-60, 2), { factor: 1.15, time: 200 });
  equal(startCorrectionOf(-200, 1), { factor: 1.25, time: 800 });
});

test('One wrong measurement does not count', () => {
  equal(median([3, 900, 5]), 5);
});

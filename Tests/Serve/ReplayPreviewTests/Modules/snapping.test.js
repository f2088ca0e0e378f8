import { snapped } from '../../../../Sources/Serve/ReplayPreview/Page/snapping.js';
import { equal, test } from './harness.js';

test('The nearest target within reach counts, for whichever place comes nearest to it', () => {
  equal(snapped([97], [0, 100, 200], 5), 3);
  equal(snapped([10, 60, 110], [0, 100, 108], 5), -2);
  equal(snapped([104], [100], 4), -4);
});

test('Nothing moves out of reach, or without targets', () => {
  equal(snapped([90], [100], 5), 0);
  equal(snapped([90], [], 5), 0);
});

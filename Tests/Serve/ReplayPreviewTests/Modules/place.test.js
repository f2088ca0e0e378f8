import { frameAt, placeOf } from '../../../../Sources/Serve/ReplayPreview/Page/place.js';
import { equal, test } from './harness.js';

test('A frame is in the middle of its box, as large as possible', () => {
  equal(placeOf({ width: 800, height: 600 }, { width: 1600, height: 900 }), { scale: 0.5, left: 0, top: 75 });
  equal(placeOf({ width: 800, height: 450 }, { width: 400, height: 400 }), { scale: 1.125, left: 175, top: 0 });
});

test('A frame with a style is where its card is', () => {
  const style = { width: 1920, height: 1080, screen: [192, 108, 1536, 864] };
  equal(placeOf({ width: 960, height: 640 }, { width: 768, height: 432, style }), { scale: 1, left: 96, top: 104 });
});

test('While the camera is beside the screen, the screen has another place', () => {
  const style = { width: 320, height: 180, screen: [4, 30, 212, 118] };
  const frame = { width: 320, height: 180, placements: [{ range: [10, 20], style }] };
  equal(frameAt(frame, 9), frame);
  equal(frameAt(frame, 10).style, style);
  equal(frameAt(frame, 20), frame);
  equal(frameAt({ width: 320, height: 180 }, 10), { width: 320, height: 180 });
});

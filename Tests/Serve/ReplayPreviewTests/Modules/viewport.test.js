import * as viewports from '../../../../Sources/Serve/ReplayPreview/Page/viewport.js';
import { check, equal, near, test } from './harness.js';

const view = viewports.fitted(1000, 100_000, 1000);

test('A fitted view shows everything', () => {
  equal(view, { start: 0, scale: 100, width: 1000, duration: 100_000, timescale: 1000 });
  equal(viewports.isFitted(view), true);
  equal([viewports.toX(view, 50_000), viewports.toTime(view, 500)], [500, 50_000]);
});

test('Times of pixels stay in the recording', () => {
  equal([viewports.toTime(view, -5), viewports.toTime(view, 2000)], [0, 100_000]);
});

test('Zooming keeps the time under the pointer', () => {
  const zoomed = viewports.zoomed(view, 0.5, 300);
  equal(zoomed.scale, 50);
  near(viewports.toX(zoomed, 30_000), 300);
  equal(viewports.zoomed(view, 2, 300), view);
  near(viewports.zoomed(view, 1e-9, 300).scale, 1000 / 2400);
});

test('Scrolling stays in the recording', () => {
  const zoomed = viewports.zoomed(view, 0.1, 0);
  equal(viewports.scrolled(zoomed, 100).start, 1000);
  equal(viewports.scrolled(zoomed, -100).start, 0);
  equal(viewports.scrolled(zoomed, 1e6).start, 90_000);
});

test('A fitted view stays fitted when its size or the recording changes', () => {
  equal(viewports.resized(view, 500).scale, 200);
  equal(viewports.grown(view, 200_000).scale, 200);
  const zoomed = viewports.zoomed(view, 0.1, 0);
  equal([viewports.resized(zoomed, 500).scale, viewports.grown(zoomed, 200_000).scale], [10, 10]);
});

test('A time is revealed by as little scrolling as needed', () => {
  const zoomed = viewports.scrolled(viewports.zoomed(view, 0.1, 0), 1000);
  check(viewports.revealing(zoomed, 15_000) === zoomed, 'A visible time scrolls the view');
  equal(viewports.revealing(zoomed, 25_000).start, 24_000);
  equal(viewports.revealing(zoomed, 9_500).start, 500);
});

test('The ruler has labels at round times', () => {
  const ticks = viewports.rulerTicks(view);
  equal(ticks.slice(0, 3).map(({ seconds }) => seconds), [0, 10, 20]);
  equal(ticks.at(-1), { time: 100_000, seconds: 100, digits: 0 });
  equal(viewports.rulerTicks(viewports.zoomed(view, 0.01, 0))[1], { time: 100, seconds: 0.1, digits: 1 });
});

test('Steps of tiles are powers of two', () => {
  equal(viewports.thumbnailStep(view, 107), 31 * 256);
  equal(viewports.thumbnailStep({ ...view, scale: 0.1 }, 107), 31);
  equal([viewports.waveformStep(view), viewports.waveformStep({ ...view, scale: 0.1 })], [64, 1]);
});

test('A time snaps to the nearest candidate within a distance', () => {
  equal(viewports.snapped(100, [90, 104, 120], 10), 104);
  equal(viewports.snapped(100, [80, 120], 10), 100);
  equal(viewports.snapped(100, [], 10), 100);
});

import { FrameTable, lastAtOrBefore, seekPoint } from '../../../../Sources/Serve/ReplayPreview/Page/frames.js';
import { equal, test } from './harness.js';

function table(numbers, duration = 100, size = 10) {
  const frames = new FrameTable();
  for (const number of numbers) frames.add({ number, start: number * duration, duration, size });
  return frames;
}

test('A frame is found by its number and by each time at which it is shown', () => {
  const frames = table([5, 3, 4]);
  equal(frames.get(4).start, 400);
  equal(frames.get(6), undefined);
  equal([299, 300, 399, 400, 599, 600].map((time) => frames.at(time)?.number ?? null), [null, 3, 3, 4, 5, null]);
});

test('Runs end where a frame is missing', () => {
  const frames = table([1, 2, 3, 5, 6]);
  equal([frames.endOfRun(2).number, frames.endOfRun(2, -1).number, frames.endOfRun(5).number], [3, 1, 6]);
  equal(frames.endOfRun(8), null);
});

test('The size is that of the frames which are there', () => {
  const frames = table([1, 2, 3]);
  frames.add({ number: 2, start: 200, duration: 100, size: 30 });
  equal(frames.size, 50);
  frames.remove(2);
  frames.remove(9);
  equal([frames.size, frames.at(250)], [20, null]);
  frames.clear();
  equal([frames.size, frames.sorted.length], [0, 0]);
});

test('What is kept is near the position, more of it ahead than behind', () => {
  const frames = table(Array.from({ length: 100 }, (_, number) => number));
  const [start, end] = frames.rangeWithin(5000, 300);
  equal(end - 5000, 2 * (5000 - start));
  equal(frames.rangeWithin(5000, 1e6), [-Infinity, Infinity]);
});

test('A seek goes to the middle of a short frame, and stays away from the ends of a long one', () => {
  equal(seekPoint({ start: 100, duration: 40 }, 100, 1000), 120);
  equal(seekPoint({ start: 100, duration: 40 }, 139, 1000), 120);
  equal([100, 500, 1099].map((time) => seekPoint({ start: 100, duration: 1000 }, time, 1000)), [150, 500, 1050]);
});

test('The last element at or before a value is found', () => {
  const list = [10, 20, 20, 30];
  equal([5, 10, 15, 20, 99].map((value) => lastAtOrBefore(list, value, (each) => each)), [-1, 0, 0, 2, 3]);
  equal(lastAtOrBefore([], 5, (each) => each), -1);
});

import { rangesToLoad, SeekQueue, stepTarget } from '../../../../Sources/Serve/ReplayPreview/Page/seekqueue.js';
import { check, equal, test } from './harness.js';

test('Only the newest target waits', () => {
  const queue = new SeekQueue();
  const [a, b, c] = [{ ticks: 1 }, { ticks: 2 }, { ticks: 3 }];
  equal(queue.add(a), null);
  check(queue.begin() === a, 'The first target begins');
  equal(queue.add(b), null);
  equal(queue.begin(), null, 'What begins while another is shown');
  check(queue.add(c) === b, 'The waiting target is replaced');
  check(queue.newest === c && queue.current === a, 'The newest target waits');
  check(queue.end() === a && queue.begin() === c && queue.end() === c, 'The newest target follows');
  equal([queue.isIdle, queue.count, queue.newest, queue.begin()], [true, 3, null, null]);
});

test('A waiting target can be forgotten', () => {
  const queue = new SeekQueue();
  queue.add({ ticks: 1 });
  queue.dropWaiting();
  equal([queue.isIdle, queue.begin()], [true, null]);
});

test('Steps go from the newest target, or else from the shown frame', () => {
  const state = { newest: null, shownNumber: 5, frames: 10, position: 77 };
  equal(stepTarget(1, state), { number: 6 });
  equal(stepTarget(-2, { ...state, newest: { number: 8 } }), { number: 6 });
  equal(stepTarget(1, { ...state, newest: { ticks: 40 } }), { ticks: 77 });
  equal(stepTarget(1, { ...state, shownNumber: null }), { ticks: 77 });
  equal([stepTarget(99, state), stepTarget(-99, state)], [{ number: 9 }, { number: 0 }]);
  equal(stepTarget(1, { ...state, newest: { number: 0 } }), { number: 1 });
});

test('Backward, the frames before the target are loaded with it', () => {
  const state = { shownNumber: 50, isBackward: false, seekCount: 8, fillCount: 30 };
  equal(rangesToLoad({ ticks: 900 }, state), [{ at: 900, count: 8 }]);
  equal(rangesToLoad({ number: 51 }, state), [{ frame: 51, count: 8 }]);
  equal(rangesToLoad({ number: 49 }, state), [{ frame: 19, count: 38 }]);
  equal(rangesToLoad({ number: 9 }, state), [{ frame: 0, count: 38 }]);
  equal(rangesToLoad({ ticks: 900 }, { ...state, isBackward: true }), [{ frame: 20, count: 30 }, { at: 900, count: 8 }]);
  equal(rangesToLoad({ number: 0 }, { ...state, shownNumber: null }), [{ frame: 0, count: 8 }]);
});

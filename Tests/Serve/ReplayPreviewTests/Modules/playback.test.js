import { PlaybackState } from '../../../../Sources/Serve/ReplayPreview/Page/playback.js';
import { check, equal, test } from './harness.js';

// 100 frames of 100 ticks, at 1000 ticks per second.
const edit = { revision: 'a', clips: [[0, 10_000, 0, 10_000]], duration: 10_000, frames: 100, operations: [] };
const cutEdit = { ...edit, revision: 'b', clips: [[0, 2000, 0, 2000], [4000, 10_000, 2000, 6000]], duration: 8000, frames: 80 };
const frame = (number) => ({ number, start: number * 100, duration: 100, size: 10 });
const types = (actions) => actions.map(({ type, event }) => (type === 'tell' ? event : type));
const shown = new Map();
const frameAt = (ticks) => {
  const number = Math.floor(ticks / 100);
  if (!shown.has(number)) shown.set(number, frame(number));
  return shown.get(number);
};

/** Shows a frame as a browser does. */
function show(state, ticks, seconds = 0) {
  state.request(state.targetAt(ticks));
  state.located(ticks);
  state.buffered(frameAt(ticks), ticks, seconds);
  state.seeked();
  return [...state.presented(frameAt(ticks), seconds), ...state.showEnded(true)];
}

test('A seek is shown at once, and a newer one replaces the one that waits', () => {
  const state = new PlaybackState(edit, 1000);
  const [a, b, c] = [100, 200, 300].map((ticks) => state.targetAt(ticks));
  equal(types(state.request(a)), ['stopWaiting', 'abortStaleFetch', 'position', 'show']);
  equal(types(state.request(b)), ['stopWaiting', 'abortStaleFetch', 'position']);
  equal(state.request(c)[1], { type: 'resolve', target: b, isShown: false });
  equal(state.position(99), 300);
  equal(state.showEnded(false), [{ type: 'resolve', target: a, isShown: false }, { type: 'show', target: c }]);
  equal(types(state.showEnded(true)), ['resolve', 'rest']);
  equal([state.isIdle, state.targetCount], [true, 3]);
});

test('Targets stay in the edit', () => {
  const state = new PlaybackState(edit, 1000);
  equal([-5, 42.4, 1e9].map((ticks) => state.targetAt(ticks).ticks), [0, 42, 9999]);
});

test('A frame counts as shown when the element has sought and the browser has presented it', () => {
  const state = new PlaybackState(edit, 1000);
  state.request(state.targetAt(120));
  state.located(120);
  equal(state.buffered(frameAt(120), 120, 0), [
    { type: 'moveTo', seconds: 0.15 }, { type: 'pushFrames', frame: frameAt(120) },
  ]);
  equal(types(state.seeked()), ['awaitFrame']);
  equal(state.presented(frameAt(0), 0.15), []);
  equal(state.shown, null);
  equal(types(state.presented(frameAt(120), 0.15)), ['position', 'resolvePresentation']);
  equal(state.shown.number, 1);
  state.showEnded(true);
  // The middle of the frame that is shown needs no seek.
  state.request(state.targetAt(130));
  equal(state.buffered(frameAt(120), 130, 0.15), []);
});

test('A frame that is not presented is loaded again', () => {
  const state = new PlaybackState(edit, 1000);
  state.request(state.targetAt(120));
  state.buffered(frameAt(120), 120, 0);
  const [{ presentation }] = state.seeked();
  equal(types(state.timedOut(presentation, true)), ['reload']);
  check(state.awaits(presentation) && state.awaitsFrame(frameAt(120)), 'It is still awaited');
  state.seeked();
  state.presented(frameAt(120), 0.15);
  equal(state.timedOut(presentation, true), []);
});

test('Playing begins, is interrupted by a seek, and resumes', () => {
  const state = new PlaybackState(edit, 1000);
  show(state, 500);
  equal(state.play(Infinity, false), 'begin');
  equal(types(state.begin()), ['startFilling', 'state', 'resume']);
  equal([state.isRunning, state.position(0.61)], [true, 610]);
  equal([state.play(Infinity, false), state.begin()], [null, []]);
  equal(types(state.request(state.targetAt(700))), ['stopWaiting', 'pauseElement', 'abortStaleFetch', 'position', 'show']);
  equal([state.isRunning, state.position(0.61)], [false, 700]);
  equal(types(state.showEnded(true)), ['resolve', 'resume']);
});

test('Playing from the end begins at 0', () => {
  const state = new PlaybackState(edit, 1000);
  show(state, 9999);
  equal(state.play(Infinity, false), 'rewind');
  equal(new PlaybackState(edit, 1000).play(Infinity, true), 'rewind');
  equal(new PlaybackState({ ...edit, duration: 0, frames: 0 }, 1000).play(Infinity, false), null);
});

test('Playing stops at a time, by a seek to it', () => {
  const state = new PlaybackState(edit, 1000);
  state.play(900, false);
  state.begin();
  equal(types(state.passed(0.85)), ['position']);
  equal(types(state.passed(0.91)),
    ['stopTimers', 'pauseElement', 'state', 'stopWaiting', 'abortStaleFetch', 'position', 'show']);
  equal([state.isPlaying, state.position(5)], [false, 910]);
  equal(state.passed(0.95), []);
});

test('Frames that are presented while playing are shown', () => {
  const state = new PlaybackState(edit, 1000);
  state.play(Infinity, false);
  state.begin();
  equal(types(state.presented(frameAt(300), 0.31)), ['position']);
  equal(state.shown.number, 3);
  equal(state.presented(null, 0.4), []);
});

test('The end of the element is the end of the edit', () => {
  const state = new PlaybackState(edit, 1000);
  state.play(Infinity, false);
  state.begin();
  equal(types(state.ended(10)), ['stopTimers', 'pauseElement', 'state', 'position']);
  equal([state.position(0), state.ended(10)], [9999, []]);
});

test('Playing backward seeks, one target at a time, until 0', () => {
  const state = new PlaybackState(edit, 1000);
  show(state, 1000);
  equal(types(state.playBackward(2, 1, 5000)), ['stopTimers', 'pauseElement', 'state', 'rewindFrame']);
  equal([state.reverse, state.isPlaying, state.isRunning], [2, true, false]);
  equal(types(state.rewound(5100, 1)), ['stopWaiting', 'abortStaleFetch', 'position', 'show', 'rewindFrame']);
  equal(state.position(9), 800);
  equal(types(state.rewound(5200, 1)), ['rewindFrame']);
  equal(types(state.showEnded(true)), ['resolve']);
  equal(types(state.rewound(5600, 1)),
    ['stopWaiting', 'abortStaleFetch', 'position', 'show', 'stopTimers', 'pauseElement', 'state']);
  equal([state.position(9), state.reverse, state.rewound(5700, 1)], [0, 0, []]);
});

test('Another edit replaces what is shown, at the same place of the recording', () => {
  const state = new PlaybackState(edit, 1000);
  show(state, 5000);
  equal(types(state.setEdit(cutEdit, 0)), ['replaceEdit', 'stopWaiting', 'abortStaleFetch', 'position', 'show']);
  equal([state.position(0), state.shown, state.needsReset], [3000, null, true]);
  equal(state.presented(frameAt(5000), 0), [], 'What a frame of the old edit does');
  state.resetBegan();
  equal(state.needsReset, false);
  equal(state.setEdit({ ...cutEdit }, 0), []);
});

test('Another edit ends the presentation of a frame that it may not have', () => {
  const state = new PlaybackState(edit, 1000);
  const target = state.targetAt(3000);
  state.request(target);
  state.buffered(frameAt(3000), 3000, 0);
  equal(types(state.setEdit(cutEdit, 0)),
    ['replaceEdit', 'resolvePresentation', 'stopWaiting', 'abortStaleFetch', 'position']);
  equal(state.seeked(), []);
  equal(state.showEnded(false).map(({ type, target: { ticks } }) => [type, ticks]), [['resolve', 3000], ['show', 2000]]);
});

test('An edit that grew keeps what is shown', () => {
  const state = new PlaybackState(edit, 1000);
  const grown = { ...edit, revision: 'c', clips: [[0, 12_000, 0, 12_000]], duration: 12_000, frames: 120 };
  show(state, 5000);
  equal(types(state.setEdit(grown, 5.05)), ['extendEdit']);
  equal([state.shown.number, state.extended(true)], [50, []]);
  state.play(Infinity, false);
  state.begin();
  equal(types(state.extended(true)), ['resume']);
  equal(state.extended(false), []);
  equal(types(new PlaybackState(edit, 1000).extended(true)), ['stopWaiting', 'abortStaleFetch', 'position', 'show']);
});

test('A closed player shows no waiting target', () => {
  const state = new PlaybackState(edit, 1000);
  state.request(state.targetAt(100));
  state.request(state.targetAt(200));
  state.close(0);
  equal(types(state.showEnded(false)), ['resolve', 'rest']);
});

test('Steps go from frame to frame', () => {
  const state = new PlaybackState(edit, 1000);
  show(state, 500);
  equal(state.stepTarget(1, 0.5), { number: 6 });
  state.request(state.stepTarget(1, 0.5), 600);
  equal([state.position(0), state.stepTarget(1, 0.5)], [600, { number: 7 }]);
});

// A browser whose loads, seeks and frames take any time and come in any order.
test('Of any sequence of seeks, each is answered once, and the last one is shown', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = random(seed);
    const state = new PlaybackState(edit, 1000);
    const answers = new Map();
    const waiting = [];
    let [seconds, awaited, current, last] = [0, null, null, null];
    const run = (actions) => actions.forEach((action) => {
      if (action.type === 'show') {
        check(current === null, 'Two targets are shown at once');
        current = action.target;
        waiting.push(() => {
          const { ticks } = action.target;
          state.located(ticks);
          const moves = state.buffered(frameAt(ticks), ticks, seconds);
          run(moves);
          if (moves.length === 0) end(true);
        });
      } else if (action.type === 'moveTo') {
        seconds = action.seconds;
        awaited = frameAt(seconds * 1000);
        waiting.push(() => run(state.seeked()), () => run(state.presented(frameAt(seconds * 1000), seconds)));
      } else if (action.type === 'resolvePresentation') {
        end(action.isShown);
      } else if (action.type === 'resolve') {
        answers.set(action.target, [...(answers.get(action.target) ?? []), action.isShown]);
      }
    });
    const end = (isShown) => {
      current = null;
      run(state.showEnded(isShown));
    };
    let count = 1 + Math.floor(next() * 12);
    const total = count;
    while (count > 0 || waiting.length > 0) {
      if (count > 0 && (waiting.length === 0 || next() < 0.4)) {
        count -= 1;
        last = state.targetAt(next() * 10_000);
        run(state.request(last));
      } else {
        waiting.splice(Math.floor(next() * waiting.length), 1)[0]();
      }
    }
    equal([answers.size, [...answers.values()].every(({ length }) => length === 1)], [total, true], `Seed ${seed}: the answers`);
    equal([answers.get(last), state.isIdle], [[true], true], `Seed ${seed}: the last seek`);
    check(state.shown === frameAt(last.ticks) && awaited === state.shown, `Seed ${seed}: another frame is shown`);
  }
});

function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

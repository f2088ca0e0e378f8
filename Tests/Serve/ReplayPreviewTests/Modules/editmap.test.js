import cases from '../../../Edit/ReplayTimelineTests/EditMapCases.json' with { type: 'json' };
import {
  alignedToFrame, cutPoint, cutPoints, endToRecording, extendsEdit, isKept, nearest, neighbor, removedRanges, toEdited,
  toRecording,
} from '../../../../Sources/Serve/ReplayPreview/Page/editmap.js';
import { equal, test } from './harness.js';

// The cases are shared with EditMapTests, so that both implementations give the same answers.
for (const { name, clips, editedDuration, recordingTimes, editedTimes } of cases) {
  const edit = { clips, duration: editedDuration };
  test(`${name}: edited times`, () => {
    for (const [time, edited, keeps] of recordingTimes) {
      equal(toEdited(edit, time), edited, `The edited time of ${time}`);
      equal(isKept(edit, time), keeps, `Whether ${time} is kept`);
    }
  });
  test(`${name}: recording times`, () => {
    for (const [edited, time] of editedTimes) equal(toRecording(edit, edited), time, `The recording time of ${edited}`);
  });
}

// The recording without 1000..2000 and 3000..4000.
const edit = {
  clips: [[0, 1000, 0, 1000], [2000, 3000, 1000, 1000], [4000, 5000, 2000, 1000]], duration: 3000, frames: 30,
  operations: [],
};

test('An empty edit has no times', () => {
  const empty = { clips: [], duration: 0 };
  equal(toEdited(empty, 100), 0);
  equal(toRecording(empty, 100), 0);
  equal(isKept(empty, 0), false);
});

test('A time beyond the end of the edit is that of the end', () => {
  equal(toEdited(edit, 9000), 2999);
  equal(toRecording(edit, 9000), 5000);
});

test('Removed ranges are clipped to the range that is asked for', () => {
  equal(removedRanges(edit, 0, 5000), [[1000, 2000], [3000, 4000]]);
  equal(removedRanges(edit, 1500, 3500), [[1500, 2000], [3000, 3500]]);
  equal(removedRanges(edit, 2200, 2800), []);
  equal(removedRanges(edit, 4500, 6000), [[5000, 6000]]);
  equal(removedRanges({ clips: [], duration: 0 }, 10, 20), [[10, 20]]);
});

test('Cuts have positions and neighbors', () => {
  equal(cutPoints(edit), [1000, 2000]);
  equal(neighbor([0, 1000, 2000, 3000], 1000, -1), 0);
  equal(neighbor([0, 1000, 2000, 3000], 1000, 1), 2000);
  equal(neighbor([0, 1000], 0, -1), null);
  equal(neighbor([0, 1000], 1000, 1), null);
  equal(nearest([0, 1000, 2000], 1600), 2000);
  equal(nearest([], 1600), null);
});

test('A cut begins at the frame that is shown, unless the frame is long', () => {
  equal(cutPoint({ number: 3, start: 300, duration: 100 }, 340, edit, 1000), 300);
  equal(cutPoint({ number: 3, start: 300, duration: 400 }, 340, edit, 1000), 340);
  equal(cutPoint(null, 340, edit, 1000), 340);
  equal(cutPoint({ number: 29, start: 2900, duration: 100 }, 2999, edit, 1000, true), 3000);
});

test('A time is aligned to the nearest boundary of its frame', () => {
  const frame = { start: 900, duration: 100 };
  equal(alignedToFrame(edit, frame, 930, 1000), 900);
  equal(alignedToFrame(edit, frame, 970, 1000), 1000);
  equal(alignedToFrame(edit, null, 970, 1000), 970);
  equal(alignedToFrame(edit, frame, 1500, 1000), 1500);
  equal(alignedToFrame(edit, { start: 900, duration: 500 }, 970, 1000), 970);
});

test('The end of a range is the end of a clip, not the start of the next one', () => {
  equal(endToRecording(edit, 1000), 1000);
  equal(endToRecording(edit, 1001), 2001);
  equal(endToRecording(edit, 3000), 5000);
  equal(endToRecording(edit, 0), 0);
});

test('Only an edit that appends to another extends it', () => {
  const longer = { ...edit, clips: [...edit.clips.slice(0, 2), [4000, 6000, 2000, 2000]], duration: 4000, frames: 40 };
  equal(extendsEdit(edit, longer), true);
  equal(extendsEdit(edit, { ...longer, operations: [{ text: 'crop 2x2+0+0' }] }), false);
  equal(extendsEdit(longer, edit), false);
  equal(extendsEdit(edit, { ...longer, clips: [[0, 900, 0, 900], ...longer.clips.slice(1)] }), false);
  equal(extendsEdit(edit, { ...longer, clips: [...edit.clips, [7000, 8000, 3000, 1000]] }), true);
});

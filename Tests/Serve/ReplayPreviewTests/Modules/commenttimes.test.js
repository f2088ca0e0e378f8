import { commentsAt } from '../../../../Sources/Serve/ReplayPreview/Page/commenttimes.js';
import { toRecording } from '../../../../Sources/Serve/ReplayPreview/Page/editmap.js';
import { equal, test } from './harness.js';

const comments = [[0, 400], [100, 500], [150, 460], [400, 900], [2000, 2600]].map(([start, end], index) => (
  { start, end, text: `${index}` }));
const textsAt = (time) => commentsAt(comments, time).map(({ text }) => text);

test('Comments are shown from their beginning, and no longer at their end', () => {
  equal([-1, 0, 99, 100].map(textsAt), [[], ['0'], ['0'], ['0', '1']]);
  equal([399, 400, 460, 500, 899, 900].map(textsAt), [['0', '1', '2'], ['1', '2', '3'], ['1', '3'], ['3'], ['3'], []]);
  equal(commentsAt([], 100), []);
});

test('A cut drops the comments of its range', () => {
  // The recording without 300…1900.
  const edit = { clips: [[0, 300, 0, 300], [1900, 3000, 300, 1100]], duration: 1400 };
  const shown = new Set([...Array(140).keys()].flatMap((index) => textsAt(toRecording(edit, 10 * index))));
  equal([...shown], ['0', '1', '2', '4']);
  equal([390, 400].map((time) => textsAt(toRecording(edit, time))), [[], ['4']]);
});

import { Presentation } from '../../../../Sources/Serve/ReplayPreview/Page/presentation.js';
import { equal, test } from './harness.js';

const frame = { number: 7 };

test('A frame is shown when the element has sought and the browser has presented it, in either order', () => {
  const one = new Presentation(frame, false);
  equal([one.seeked(), one.presented(6), one.presented(7)], ['wait', null, 'done']);
  const other = new Presentation(frame, false);
  equal([other.presented(7), other.seeked()], [null, 'done']);
});

test('A frame that is already shown, or no frame, only needs the seek', () => {
  equal(new Presentation(frame, true).seeked(), 'done');
  equal(new Presentation(null, false).seeked(), 'done');
});

test('A frame that is not presented is loaded again, three times', () => {
  const presentation = new Presentation(frame, false);
  for (let i = 0; i < 3; i += 1) equal([presentation.seeked(), presentation.timedOut(true)], ['wait', 'reload']);
  equal(presentation.presented(9), null);
  equal([presentation.seeked(), presentation.timedOut(true)], ['wait', 'done']);
});

test('A browser that does not report frames has shown it', () => {
  const presentation = new Presentation(frame, false);
  equal([presentation.seeked(), presentation.timedOut(false)], ['wait', 'done']);
});

test('A frame that arrives after it was loaded again waits for its seek', () => {
  const presentation = new Presentation(frame, false);
  equal([presentation.seeked(), presentation.timedOut(true), presentation.presented(7)], ['wait', 'reload', null]);
  equal(presentation.seeked(), 'done');
});

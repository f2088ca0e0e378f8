import { sentenceOf, spokenSentence } from '../../../../Sources/Serve/ReplayPreview/Page/sentences.js';
import { equal, test } from './harness.js';

const said = (text, ranges, more = {}, nameOf = undefined) =>
  spokenSentence(sentenceOf({ text, ranges, rectangle: null, track: null, gain: null, ...more }, 1000, nameOf));

test('Operations are described in words', () => {
  const range = [[0, 1000]];
  equal(said('trim 0:00.000..0:01.000', range), 'Keep only 0:00.0 to 0:01.0');
  equal(said('keep 0:01.000..0:02.000 0:03.000..0:04.000', [[1000, 2000], [3000, 4000]]),
    'Keep only 0:01.0 to 0:02.0 and 0:03.0 to 0:04.0');
  equal(said('speed 0:00.000..0:01.000 2x mute', range), 'Play at 2× speed without audio from 0:00.0 to 0:01.0');
  equal(said('cover 0:00.000..0:01.000 20x10+4+2 image cover-01', range, { rectangle: [4, 2, 20, 10] }, () => 'logo.png'),
    'Cover a part of the frame with logo.png from 0:00.0 to 0:01.0');
  equal(said('title 0:00.000..0:01.000 top "1..2 \\"x\\"\\ny"', range), 'Show “1..2 "x" y” at the top from 0:00.0 to 0:01.0');
  equal(said('title 0:00.000..0:01.000 "\\u{202e}a"', range), 'Show “u{202e}a” at the bottom from 0:00.0 to 0:01.0');
  equal(said('camera 0:00.000..0:01.000 top-left:30 circle', range),
    'Show the camera at the top left, 30 % wide in a circle from 0:00.0 to 0:01.0');
  equal(said('camera 0:00.000..0:01.000 stacked:40 rounded', range),
    'Show the camera below the screen, 40 % high with round corners from 0:00.0 to 0:01.0');
  equal(said('gain 0:00.000..0:01.000 -6dB mic', range, { gain: -6, track: 'mic' }),
    'Make the microphone 6 dB quieter from 0:00.0 to 0:01.0');
  equal(said('crop 320x180+10+20', [], { rectangle: [10, 20, 320, 180] }),
    'Show only 320 × 180 pixels of the frame, 10 from the left and 20 from the top');
  equal(said('rotate 90', []), 'Rotate the frame 90° to the right');
  equal(said('style background blur padding 6% radius 1.6% shadow 50% aspect 9:16', []),
    'Put the frame on a background in the shape 9:16');
  equal(said('style none', []), 'Show the frame without a style');
  equal(said('mark 1:01.500 "a..b 1"', []), 'Mark 1:01.5: “a..b 1”');
  equal(said('mark 1:01.500', []), 'Mark 1:01.5');
  equal(said('captions captions-0123 en', []), 'Add captions to exports in English');
  equal(said('beam 0:00.000..0:01.000 up', range), 'beam 0:00.000..0:01.000 up');
});

import { formatOperation, kindOf, parseOperation, wordsOf } from '../../../../Sources/Serve/ReplayPreview/Page/operationtext.js';
import { equal, test } from './harness.js';

// As EditOperation.text writes them.
const texts = [
  'trim 0:00.500..0:07.500',
  'cut 0:01.000..0:02.000',
  'keep 0:01.000..0:02.000 0:03.000..0:04.000',
  'speed 0:01.000..0:02.000 2x',
  'speed 0:01.000..0:02.000 0.25x mute',
  'cover 0:01.000..0:02.000',
  'cover 0:01.000..0:02.000 200x100+40+20',
  'cover 0:01.000..0:02.000 200x100+40+20 image cover-0123456789abcdef',
  'cover 0:01.000..0:02.000 image cover-0123456789abcdef',
  'blur 1:00:01.000..1:00:02.000 2x2+0+0',
  'pixelate 0:01.000..0:02.000',
  'title 0:01.000..0:02.000 "Chapter one"',
  'title 0:01.000..0:02.000 top "1..2 200x100+40+20 -6dB \\"x\\"\\ny \\\\ z"',
  'title 0:01.000..0:02.000 middle "  two  spaces "',
  'title 0:01.000..0:02.000 "\\u{202e}right to left\\u{2028}"',
  'title 0:01.000..0:02.000 "\\\\u{41}"',
  'mark 1:01.500',
  'mark 1:01.500 "a..b 1"',
  'highlight 0:01.000..0:02.000',
  'clicks 0:01.000..0:02.000',
  'zoom 0:01.000..0:02.000 320x180+10+10 0.5s',
  'zoom 0:01.000..0:02.000 320x180+10+10 0.2s follow',
  'camera 0:01.000..0:02.000 top-left:30 circle',
  'camera 0:01.000..0:02.000 off',
  'arrow 0:01.000..0:02.000 100,50 400,300 colour 00ff00 width 1.5%',
  'text 0:01.000..0:02.000 100,50 size 6% "1,2 \\"x\\""',
  'step 0:01.000..0:02.000 100,50 7 opacity 50%',
  'spotlight 0:01.000..0:02.000 200x100+40+20 opacity 50%',
  'image 0:01.000..0:02.000 200x100+40+20 ease 0s cover-0123456789abcdef',
  'watermark 0:01.000..0:02.000 bottom-right cover-0123456789abcdef',
  'gain 0:01.000..0:02.000 -11.5dB',
  'gain 0:01.000..0:02.000 +0dB mic',
  'gain 0:01.000..0:02.000 +0.25dB app',
  'mute 0:01.000..0:02.000 mic',
  'fade-in 0:01.000..0:02.000',
  'fade-out 0:01.000..0:02.000 app',
  'crop 320x180+10+20',
  'rotate 270',
  'captions captions-0123 en',
  'beam 0:01.000..0:02.000 up',
];

for (const text of texts) {
  test(`Round trip: ${text}`, () => equal(formatOperation(parseOperation(text)), text));
}

test('The parts of an operation are found', () => {
  equal(parseOperation('cover 0:01.000..0:02.000 200x100+40+20 image cover-01'), {
    kind: 'cover', ranges: ['0:01.000..0:02.000'], rectangle: [40, 20, 200, 100], gain: null, words: ['image', 'cover-01'],
    text: null,
  });
  equal(parseOperation('gain 0:01.000..0:02.000 -11.5dB mic'), {
    kind: 'gain', ranges: ['0:01.000..0:02.000'], rectangle: null, gain: -11.5, words: ['mic'], text: null,
  });
  equal(parseOperation('title 0:01.000..0:02.000 top "1..2 \\"x\\"\\ny"'), {
    kind: 'title', ranges: ['0:01.000..0:02.000'], rectangle: null, gain: null, words: ['top'], text: '1..2 "x"\ny',
  });
  equal(parseOperation('mark 1:01.500 "a..b 1"').ranges, []);
  equal(kindOf({ text: 'fade-in 0:01.000..0:02.000' }), 'fade-in');
});

test('The words of an operation have no range', () => {
  equal(wordsOf({ text: 'keep 0:01.000..0:02.000 0:03.000..0:04.000' }), 'keep');
  equal(wordsOf({ text: 'zoom 0:01.000..0:02.000 320x180+10+10 0.5s' }), 'zoom 320x180+10+10 0.5s');
  equal(wordsOf({ text: 'title 0:01.000..0:02.000 "1..2 3..4"' }), 'title "1..2 3..4"');
});

test('Parts of an operation are replaced', () => {
  const zoom = { text: 'zoom 0:01.000..0:02.000 320x180+10+10 0.5s' };
  equal(wordsOf(zoom, { rectangle: [1, 2, 30, 40] }), 'zoom 30x40+1+2 0.5s');
  const gain = { text: 'gain 0:01.000..0:02.000 -6dB mic' };
  equal(wordsOf(gain, { gain: 3 }), 'gain +3dB mic');
  equal(wordsOf(gain, { gain: 0 }), 'gain +0dB mic');
  equal(wordsOf(gain, { gain: -0.5 }), 'gain -0.5dB mic');
});

test('An operation of a form is formatted', () => {
  equal(formatOperation({ kind: 'highlight' }), 'highlight');
  equal(formatOperation({ kind: 'blur', rectangle: null, words: [] }), 'blur');
  equal(formatOperation({ kind: 'title', words: ['bottom'], text: 'A "title" with \\ and\r\n<b>' }),
    'title bottom "A \\"title\\" with \\\\ and\\n<b>"');
});

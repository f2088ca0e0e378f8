import { actionOf, keyCaps, shortcuts } from '../../../../Sources/Serve/ReplayPreview/Page/keys.js';
import { equal, test } from './harness.js';

const press = (key, modifiers = {}, hasCharacters = true) =>
  actionOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }, { hasCharacters });

test('Each key of the table runs its action, and no key has two', () => {
  const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
  equal(new Set(keys).size, keys.length);
  for (const { action, keys: all } of shortcuts) {
    for (const key of all) {
      const parts = key === '+' ? ['+'] : key.split('+');
      const name = parts.at(-1) === 'Space' ? ' ' : parts.at(-1);
      equal(press(name, { ctrlKey: parts.includes('Ctrl'), shiftKey: parts.includes('Shift') }), action, key);
    }
  }
});

test('Shift counts for letters and arrows, not for characters that need it', () => {
  equal([press('?', { shiftKey: true }), press('+', { shiftKey: true })], ['help', 'zoomIn']);
  equal([press('I', { shiftKey: true }), press('i')], ['trimStart', 'setIn']);
  equal([press('ArrowLeft', { shiftKey: true }), press('ArrowLeft')], ['previousSecond', 'previousFrame']);
});

test('Single characters can be turned off; other keys and Ctrl stay', () => {
  equal([press('x', {}, false), press(' ', {}, false), press('z', { ctrlKey: true }, false)], [null, 'playPause', 'undo']);
  equal([press('z', { metaKey: true }), press('k', { altKey: true }), press('q')], ['undo', null, null]);
});

test('Keys are displayed by their parts', () => {
  equal([keyCaps('Ctrl+Shift+z'), keyCaps('ArrowLeft'), keyCaps('+')], [['Ctrl', 'Shift', 'Z'], ['←'], ['+']]);
});

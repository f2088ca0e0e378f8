// The keyboard shortcuts, as one table for the handler and for the help.

/**
 * @typedef {{action: string, keys: string[], title: string, group: string}} Shortcut `keys` are values of `event.key`,
 *   with the prefixes `Ctrl+` and `Shift+`
 */

/** @type {Shortcut[]} */
export const shortcuts = [
  { group: 'Play', action: 'playPause', keys: ['Space', 'k'], title: 'Play or pause' },
  { group: 'Play', action: 'forward', keys: ['l'], title: 'Play forward; press again to play faster' },
  { group: 'Play', action: 'backward', keys: ['j'], title: 'Play backward; press again to play faster' },
  { group: 'Play', action: 'playCut', keys: ['p', '/'], title: 'Play across the nearest cut' },
  { group: 'Go to', action: 'previousFrame', keys: ['ArrowLeft', ','], title: 'Previous frame' },
  { group: 'Go to', action: 'nextFrame', keys: ['ArrowRight', '.'], title: 'Next frame' },
  { group: 'Go to', action: 'previousSecond', keys: ['Shift+ArrowLeft'], title: 'Back one second' },
  { group: 'Go to', action: 'nextSecond', keys: ['Shift+ArrowRight'], title: 'Forward one second' },
  { group: 'Go to', action: 'previousCut', keys: ['ArrowUp'], title: 'Previous cut' },
  { group: 'Go to', action: 'nextCut', keys: ['ArrowDown'], title: 'Next cut' },
  { group: 'Go to', action: 'toStart', keys: ['Home'], title: 'Beginning' },
  { group: 'Go to', action: 'toEnd', keys: ['End'], title: 'End' },
  { group: 'Edit', action: 'setIn', keys: ['i'], title: 'Begin the selection here' },
  { group: 'Edit', action: 'setOut', keys: ['o'], title: 'End the selection here' },
  { group: 'Edit', action: 'cut', keys: ['x', 'Delete', 'Backspace'], title: 'Cut the selection' },
  { group: 'Edit', action: 'trimStart', keys: ['[', 'Shift+i'], title: 'Trim the beginning to here' },
  { group: 'Edit', action: 'trimEnd', keys: [']', 'Shift+o'], title: 'Trim the end to here' },
  { group: 'Edit', action: 'undo', keys: ['Ctrl+z'], title: 'Undo' },
  { group: 'Edit', action: 'redo', keys: ['Ctrl+Shift+z', 'Ctrl+y'], title: 'Redo' },
  { group: 'Edit', action: 'mark', keys: ['m'], title: 'Mark this frame' },
  { group: 'View', action: 'zoomIn', keys: ['+', '='], title: 'Zoom in' },
  { group: 'View', action: 'zoomOut', keys: ['-'], title: 'Zoom out' },
  { group: 'View', action: 'zoomFit', keys: ['0'], title: 'Show the whole recording' },
  { group: 'View', action: 'share', keys: ['e'], title: 'Share' },
  { group: 'View', action: 'escape', keys: ['Escape'], title: 'Clear the selection' },
  { group: 'View', action: 'help', keys: ['?'], title: 'Keyboard shortcuts' },
];

const byKey = new Map(shortcuts.flatMap(({ action, keys }) => keys.map((key) => [key, action])));

/**
 * Returns the action of a key.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean}} event
 * @param {{hasCharacters: boolean}} options `hasCharacters`: true if single-character keys are enabled (WCAG 2.1.4)
 * @returns {string | null}
 */
export function actionOf(event, { hasCharacters }) {
  if (event.altKey) return null;
  const isControl = event.ctrlKey || event.metaKey;
  const isCharacter = event.key.length === 1 && event.key !== ' ';
  if (isCharacter && !isControl && !hasCharacters) return null;
  const name = event.key === ' ' ? 'Space' : isCharacter ? event.key.toLowerCase() : event.key;
  // For `?` or `+`, Shift is only needed for typing; for a letter or an arrow key it is part of the shortcut.
  const isShifted = event.shiftKey && (!isCharacter || event.key.toLowerCase() !== event.key.toUpperCase());
  return byKey.get(`${isControl ? 'Ctrl+' : ''}${isShifted ? 'Shift+' : ''}${name}`) ?? null;
}

const symbols = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Delete: 'Del', Escape: 'Esc' };

/** Returns the parts of a key for display: `Ctrl+Shift+z` becomes Ctrl, Shift, Z. */
export function keyCaps(key) {
  const parts = key === '+' ? ['+'] : key.split('+');
  return parts.map((part) => symbols[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

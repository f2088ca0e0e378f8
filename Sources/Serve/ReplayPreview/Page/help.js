// The list of keyboard shortcuts, made from their table, and the setting that disables single-character keys.

import { element, openDialog } from './dom.js';
import { keyCaps, shortcuts } from './keys.js';

const settingKey = 'replay.characterKeys';

/** Returns true if single-character keys are enabled. */
export function hasCharacterKeys() {
  return localStorage.getItem(settingKey) !== 'off';
}

/** Opens the list of shortcuts. */
export function openHelp() {
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  const box = element('input', { type: 'checkbox' });
  box.checked = hasCharacterKeys();
  box.addEventListener('change', () => localStorage.setItem(settingKey, box.checked ? 'on' : 'off'));
  const close = element('button', {
    type: 'button', class: 'button primary', text: 'Close', autofocus: true, onclick: () => dialog.close(),
  });
  const dialog = openDialog('Keyboard shortcuts', element('div', {},
    element('div', { class: 'shortcuts' }, ...groups.map(makeGroup)),
    element('label', { class: 'check' }, box, element('span', { text: 'Enable single-character keys, such as K or X' })),
    element('div', { class: 'actions' }, close)),
  { className: 'wide' });
}

function makeGroup(name) {
  const rows = shortcuts.filter(({ group }) => group === name);
  return element('section', {}, element('h3', { text: name }), element('dl', {}, ...rows.flatMap(({ title, keys }) => [
    element('dt', { text: title }),
    element('dd', {}, ...keys.map((key) => element('span', { class: 'keys' },
      ...keyCaps(key).map((cap) => element('kbd', { text: cap }))))),
  ])));
}

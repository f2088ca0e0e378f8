// Elements, dialogs and messages. Text is always set as text, because the names of recordings, marks and windows are
// untrusted.

import { icons } from './icons.js';

/**
 * Creates an element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `text` is its text, `onclick` and similar keys are its listeners, the rest
 *   are attributes; false and null leave an attribute out
 * @param {...(Node | string | null)} children
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Creates an icon, which is decorative: a text next to it or a label has its meaning. */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', icons[name].path);
  if (icons[name].isFilled) path.setAttribute('class', 'filled');
  svg.append(path);
  return svg;
}

/** Creates a button with an icon, a text, or both. If it has only an icon, the title is its label and tooltip. */
export function button({ icon: name, text, title, kind = '', onclick, ...rest }) {
  const attributes = { type: 'button', class: `button ${kind} ${text ? '' : 'icon-only'}`.trim(), onclick, title, ...rest };
  if (!text) attributes['aria-label'] = title;
  return element('button', attributes, name ? icon(name) : null, text ? element('span', { text }) : null);
}

/** Creates a labelled control. */
export function field(label, control, hint = null) {
  return element('label', { class: 'field' }, element('span', { class: 'label', text: label }), control,
    hint && element('span', { class: 'hint', text: hint }));
}

/** Creates a `<select>` from `[value, text]` pairs. */
export function select(options, attributes = {}) {
  return element('select', attributes, ...options.map(([value, text]) => element('option', { value, text })));
}

/** Opens a dialog that is removed when it closes. @returns {HTMLDialogElement} */
export function openDialog(title, content, { className = '' } = {}) {
  const heading = element('h2', { text: title, id: 'dialog-title' });
  const dialog = element('dialog', { class: `dialog ${className}`, 'aria-labelledby': 'dialog-title' }, heading, content);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for confirmation of an action.
 * @returns {Promise<boolean>}
 */
export function ask(title, text, { action, isDestructive = false }) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(title, element('div', {}, element('p', { text }), element('div', { class: 'actions' },
      button({ text: 'Cancel', onclick: close(false) }),
      button({ text: action, kind: isDestructive ? 'destructive' : 'primary', onclick: close(true) }))));
    dialog.addEventListener('close', () => resolve(answer));
  });
}

/**
 * Asks for a line of text.
 * @returns {Promise<string | null>} null if it was cancelled
 */
export function askText(title, { label, value = '', action }) {
  return new Promise((resolve) => {
    const input = element('input', { type: 'text', value, maxlength: 1000, autofocus: true });
    let answer = null;
    const form = element('form', { method: 'dialog' }, field(label, input), element('div', { class: 'actions' },
      button({ text: 'Cancel', onclick: () => dialog.close() }),
      element('button', { type: 'submit', class: 'button primary', text: action })));
    // The Content-Security-Policy (`form-action 'none'`) blocks native submission.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer = input.value;
      dialog.close();
    });
    const dialog = openDialog(title, form);
    input.select();
    dialog.addEventListener('close', () => resolve(answer));
  });
}

/**
 * Shows a message for a while; errors stay until they are closed. On a page that scrolls, the message makes the page
 * shorter, and the control that was used last stays visible.
 */
export function toast(text, { isError = false } = {}) {
  const close = () => node.remove();
  const node = element('div', { class: isError ? 'toast error' : 'toast', role: isError ? 'alert' : 'status' },
    element('span', { text }), button({ icon: 'close', title: 'Close', onclick: close }));
  const host = document.getElementById('toasts');
  for (const other of [...host.children]) if (other.firstChild.textContent === text) other.remove();
  if (host.childElementCount >= 4) host.firstElementChild.remove();
  host.append(node);
  document.activeElement?.closest('main.page *')?.scrollIntoView({ block: 'nearest' });
  if (!isError) setTimeout(close, 5000);
}

/** Shows the sentence of an error. */
export function toastError(error) {
  if (error.name === 'AbortError') return;
  toast(error.message, { isError: true });
}

// A live region repeats a text that is set again, even if it is unchanged.
/** Sets the text of an element if it is another one. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Copies a text, such as an address, and says so. If the browser forbids that, the text is shown. */
export async function copyText(text, kind = 'address') {
  try {
    await navigator.clipboard.writeText(text);
    toast(`The ${kind} was copied.`);
  } catch {
    toast(text);
  }
}

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById('live').textContent = text;
}

/** Makes a text editable in place: Enter accepts the input, Escape cancels it. */
export function editInPlace(node, label, onDone) {
  const value = node.textContent;
  const input = element('input', { type: 'text', class: 'rename', value, 'aria-label': label, maxlength: 1000 });
  let isDone = false;
  const finish = (isTaken) => {
    if (isDone) return;
    isDone = true;
    input.replaceWith(node);
    const name = input.value.trim();
    if (isTaken && name && name !== node.textContent) onDone(name);
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    if (event.key === 'Escape') finish(false);
  });
  input.addEventListener('blur', () => finish(true));
  node.replaceWith(input);
  input.select();
  input.focus();
}

// The list of operations, as sentences, and the controls for new ones.

import { button, element, field, toast } from './dom.js';
import { effectFields } from './effectfields.js';
import { RangeFields } from './rangefields.js';
import { sentenceOf, spokenSentence, titles } from './sentences.js';

/** The fields of each kind of effect; `range` is `none` for the whole recording, `optional`, or else a selection. */
const effects = {
  Picture: {
    blur: { fields: ['rectangle'] }, pixelate: { fields: ['rectangle'] }, cover: { fields: ['rectangle', 'cover'] },
    title: { fields: ['title'] }, zoom: { fields: ['rectangle', 'ease'], needsRectangle: true },
    camera: { fields: ['camera'] }, highlight: { fields: [], range: 'optional' },
    clicks: { fields: [], range: 'optional' },
    crop: { fields: ['rectangle'], needsRectangle: true, range: 'none' }, rotate: { fields: ['turn'], range: 'none' },
    style: { fields: ['style'], range: 'none' },
  },
  Time: { speed: { fields: ['speed'] } },
  Audio: {
    gain: { fields: ['gain', 'track'] }, mute: { fields: ['track'] }, 'fade-in': { fields: ['track'] },
    'fade-out': { fields: ['track'] },
  },
};

/** The panel of operations. */
export class EffectPanel {
  node = element('div', { class: 'list-panel effects' });
  #editor;
  #options;
  #selection = { start: null, end: null };
  #fields;
  #range;
  #kind;
  #submit = button({ text: 'Apply', kind: 'primary', type: 'submit' });
  #list = element('ol', { class: 'operations', 'aria-label': 'Operations' });
  #empty = element('p', { class: 'hint', text: 'There are no operations yet.' });

  /**
   * @param {import('./editor.js').Editor} editor
   * @param {{timescale: number, getDuration: () => number, draw: () => Promise<number[] | null>, styles: object[],
   *   onSelect: (selection: {start: number | null, end: number | null}) => void, onGo: (time: number) => void}} options
   *   times in ticks of recording time; `draw` lets the user draw x, y, width and height on the video
   */
  constructor(editor, options) {
    this.#editor = editor;
    this.#options = options;
    this.#fields = effectFields(options.draw, options.styles);
    this.#range = new RangeFields(options.timescale, options.onSelect);
    this.#kind = kindSelect(() => this.#showFields());
    const form = element('form', { class: 'effect-form' }, field('Effect', this.#kind),
      ...Object.values(this.#fields).map(({ node }) => node), this.#range.node, this.#submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#apply();
    });
    this.node.append(form, this.#empty, this.#list);
    this.#showFields();
  }

  show(edit) {
    const focused = focusIn(this.#list);
    this.#empty.hidden = edit.operations.length > 0;
    this.#list.replaceChildren(...edit.operations.map((operation) => this.#row(operation)));
    this.#list.querySelectorAll(focused?.row ?? 'none')[0]?.querySelector(focused.control)?.focus();
  }

  /** Shows the selection, which is the range of a new effect. */
  showSelection(selection) {
    this.#selection = selection;
    this.#range.show(selection);
  }

  #row(operation) {
    const { number, isEnabled, isReplaced } = operation;
    const parts = sentenceOf(operation, this.#options.timescale, (image) => this.#editor.imageNames.get(image) ?? null);
    const text = spokenSentence(parts);
    const toggle = element('input', {
      type: 'checkbox', checked: isEnabled, 'aria-label': `On: ${text}`,
      onchange: () => this.#editor.change(isEnabled ? 'disable' : 'enable', number),
    });
    const remove = button({
      icon: 'trash', title: `Remove: ${text}`, kind: 'quiet', onclick: () => this.#editor.change('remove', number),
    });
    const kind = isEnabled && !isReplaced ? 'operation' : 'operation idle';
    return element('li', { class: kind, 'data-number': number }, toggle,
      element('p', { class: 'sentence' }, ...parts.map((part) => this.#part(part)),
        ...(isEnabled && isReplaced ? [' ', element('span', { class: 'note', text: 'Replaced by a later operation.' })] : [])),
      remove);
  }

  #part(part) {
    if (typeof part === 'string') return part;
    return element('button', {
      type: 'button', class: 'time', text: part.text, title: `Go to ${part.text}`,
      onclick: () => this.#options.onGo(part.time),
    });
  }

  get #chosen() {
    return Object.values(effects).map((group) => group[this.#kind.value]).find(Boolean);
  }

  #showFields() {
    const { fields, range = 'needed', needsRectangle = false } = this.#chosen;
    for (const [name, each] of Object.entries(this.#fields)) setShown(each, fields.includes(name));
    this.#fields.rectangle.isNeeded = needsRectangle;
    this.#range.node.hidden = range === 'none';
    this.#range.explain(range === 'optional');
  }

  async #apply() {
    const { fields, range = 'needed' } = this.#chosen;
    const { start, end } = this.#selection;
    const isSelected = start !== null && end !== null;
    if (range === 'needed' && !isSelected) {
      toast('Press I where the effect begins, and O where it ends.');
      return;
    }
    const parts = fields.map((name) => this.#fields[name].parts?.() ?? {});
    const operation = Object.assign({ kind: this.#kind.value }, ...parts, { words: parts.flatMap(({ words = [] }) => words) });
    const when = isSelected ? { start, end } : { start: 0, end: this.#options.getDuration() };
    const [withImage] = fields.map((name) => this.#fields[name]).filter((each) => each.image);
    const image = await withImage?.image();
    await this.#editor.make(operation, range === 'none' ? {} : when, image);
  }
}

function kindSelect(onchange) {
  const groups = Object.entries(effects).map(([label, group]) => element('optgroup', { label },
    ...Object.keys(group).map((value) => element('option', { value, text: titles[value] }))));
  return element('select', { 'aria-label': 'Effect', onchange }, ...groups);
}

// A hidden required field would prevent the form from being submitted.
function setShown(each, isShown) {
  each.node.hidden = !isShown;
  for (const input of each.node.querySelectorAll('input, select, textarea')) input.disabled = !isShown;
  if (isShown) each.refresh?.();
}

// Returns selectors of the row and control that have the focus, because rows are created again after each edit.
function focusIn(list) {
  const active = document.activeElement;
  const row = list.contains(active) ? active.closest('.operation') : null;
  if (!row) return null;
  return { row: `[data-number="${row.dataset.number}"]`, control: active.matches('input') ? 'input' : 'button.quiet' };
}

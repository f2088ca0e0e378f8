// The list of operations, as sentences, and the controls for new ones.

import { button, element, field, toast } from './dom.js';
import { effectFields } from './effectfields.js';
import { kindOf, movedBeside, parseOperation } from './operationtext.js';
import { RangeFields } from './rangefields.js';
import { sentenceOf, spokenSentence, titles } from './sentences.js';

const drawingSeconds = 3; // of a drawing without a selected range
const easeSeconds = 0.3; // until a drawing has appeared

/** The fields of each kind of effect; `range` is `none` for the whole recording, `optional`, or else a selection. */
const effects = {
  Picture: {
    blur: { fields: ['rectangle'] }, pixelate: { fields: ['rectangle'] }, cover: { fields: ['rectangle', 'cover'] },
    title: { fields: ['title'] }, zoom: { fields: ['rectangle', 'ease'], needsRectangle: true },
    camera: { fields: ['camera'] }, highlight: { fields: [], range: 'optional' },
    clicks: { fields: [], range: 'optional' }, pointer: { fields: ['pointer'], range: 'none' },
    keys: { fields: ['keys'], range: 'none' },
    crop: { fields: ['rectangle'], needsRectangle: true, range: 'none' }, rotate: { fields: ['turn'], range: 'none' },
    style: { fields: ['style'], range: 'none' },
  },
  Drawing: {
    arrow: { fields: ['ends', 'colour', 'line'] }, box: { fields: ['rectangle', 'colour', 'line'], needsRectangle: true },
    ellipse: { fields: ['rectangle', 'colour', 'line'], needsRectangle: true },
    text: { fields: ['point', 'label', 'colour', 'letters'] }, step: { fields: ['point', 'step', 'colour'] },
    spotlight: { fields: ['rectangle', 'darkness'], needsRectangle: true },
    image: { fields: ['rectangle', 'picture'], needsRectangle: true },
    watermark: { fields: ['corner', 'picture', 'opacity'], range: 'optional' },
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
  #autozoom = button({ text: 'Zoom automatically', title: 'Zoom in at clicks and where you type', onclick: () => this.#zoom() });
  #lastStep = 0;
  #list = element('ol', { class: 'operations', 'aria-label': 'Operations' });
  #empty = element('p', { class: 'hint', text: 'There are no operations yet.' });

  /**
   * @param {import('./editor.js').Editor} editor
   * @param {{timescale: number, getDuration: () => number, getTime: () => number, styles: object[],
   *   draw: (shape: 'rectangle' | 'arrow' | 'point') => Promise<number[] | number[][] | null>,
   *   onSelect: (selection: {start: number | null, end: number | null}) => void, onGo: (time: number) => void}} options
   *   times in ticks of recording time; `draw` lets the user draw a rectangle or points on the video
   */
  constructor(editor, options) {
    this.#editor = editor;
    this.#options = options;
    this.#fields = effectFields(options.draw, options.styles);
    this.#range = new RangeFields(options.timescale, options.onSelect);
    this.#kind = kindSelect(() => this.#showFields());
    const form = element('form', { class: 'effect-form' }, field('Effect', this.#kind),
      ...Object.values(this.#fields).map(({ node }) => node), this.#range.node,
      element('div', { class: 'effect-actions' }, this.#submit, this.#autozoom));
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
    const steps = edit.operations.filter((each) => kindOf(each) === 'step');
    this.#lastStep = Math.max(0, ...steps.map(({ text }) => Number(parseOperation(text).words[1])));
    this.#fields.step.set(this.#lastStep + 1);
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
    const drawing = kindOf(operation) in effects.Drawing ? [
      button({ icon: 'front', title: `To the front: ${text}`, kind: 'quiet', onclick: () => this.#editor.change('raise', number) }),
      button({ icon: 'copy', title: `Duplicate: ${text}`, kind: 'quiet', onclick: () => this.#duplicate(operation) }),
    ] : [];
    return element('li', { class: kind, 'data-number': number }, toggle,
      element('p', { class: 'sentence' }, ...parts.map((part) => this.#part(part)),
        ...(isEnabled && isReplaced ? [' ', element('span', { class: 'note', text: 'Replaced by a later operation.' })] : [])),
      ...drawing, remove);
  }

  // The copy is a little beside the original.
  #duplicate({ text, ranges: [[start, end]] }) {
    this.#editor.make(movedBeside(parseOperation(text)), { start, end });
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

  // Goes to a time at which a new drawing has appeared.
  #show({ start, end }) {
    this.#options.onGo(Math.round(Math.min(start + easeSeconds * this.#options.timescale, (start + end) / 2)));
  }

  // Without a selection, a drawing is shown for some seconds from the position on, and other effects always.
  #unselected(isShort) {
    const duration = this.#options.getDuration();
    if (!isShort) return { start: 0, end: duration };
    const start = Math.min(this.#options.getTime(), duration - 1);
    return { start, end: Math.min(duration, start + drawingSeconds * this.#options.timescale) };
  }

  #showFields() {
    const { fields, range = 'needed', needsRectangle = false } = this.#chosen;
    for (const [name, each] of Object.entries(this.#fields)) setShown(each, fields.includes(name));
    this.#fields.rectangle.isNeeded = needsRectangle;
    this.#range.node.hidden = range === 'none';
    this.#range.explain(range === 'optional');
    this.#autozoom.hidden = this.#kind.value !== 'zoom';
  }

  // In the selection, or in the whole recording.
  async #zoom() {
    const { start, end } = this.#selection;
    const count = this.#editor.edit.operations.length;
    this.#autozoom.disabled = true;
    const isDone = await this.#editor.autozoom(start !== null && end !== null ? { start, end } : {});
    this.#autozoom.disabled = false;
    const added = this.#editor.edit.operations.length - count;
    if (isDone) toast(added ? `${added} ${added === 1 ? 'zoom' : 'zooms'} added.` : 'Nothing happens at a single place.');
  }

  async #apply() {
    const { fields, range = 'needed' } = this.#chosen;
    const { start, end } = this.#selection;
    const isSelected = start !== null && end !== null;
    const isDrawing = this.#kind.value in effects.Drawing;
    if (range === 'needed' && !isSelected && !isDrawing) {
      toast('Press I where the effect begins, and O where it ends.');
      return;
    }
    const parts = fields.map((name) => this.#fields[name].parts?.() ?? {});
    const operation = Object.assign({ kind: this.#kind.value }, ...parts, { words: parts.flatMap(({ words = [] }) => words) });
    const when = isSelected ? { start, end } : this.#unselected(isDrawing && range === 'needed');
    const [withImage] = fields.map((name) => this.#fields[name]).filter((each) => each.image);
    const image = await withImage?.image();
    const isMade = await this.#editor.make(operation, range === 'none' ? {} : when, image);
    if (isMade && isDrawing) this.#show(when);
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

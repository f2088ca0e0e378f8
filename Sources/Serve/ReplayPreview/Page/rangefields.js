// The range of an effect: the selection of the timeline, in seconds.

import { element } from './dom.js';
import { unitField } from './controls.js';

/** Two fields that show and change the selection. */
export class RangeFields {
  node;
  #timescale;
  #onSelect;
  #selection = { start: null, end: null };
  #fields = {};
  #hint = element('p', { class: 'hint' });

  /** @param {(selection: {start: number | null, end: number | null}) => void} onSelect in ticks of recording time */
  constructor(timescale, onSelect) {
    this.#timescale = timescale;
    this.#onSelect = onSelect;
    const make = (key, label) => unitField(label, 's', { min: 0, step: 'any', onchange: () => this.#typed(key) });
    this.#fields = { start: make('start', 'From'), end: make('end', 'To') };
    this.node = element('div', { class: 'range-fields', role: 'group', 'aria-label': 'When' },
      element('div', { class: 'fields two' }, this.#fields.start.node, this.#fields.end.node), this.#hint);
  }

  /** @param {boolean} mayBeWhole true if an operation without a range applies to the whole recording */
  explain(mayBeWhole) {
    this.#hint.textContent = mayBeWhole ? 'Leave empty for the whole recording.' : 'Press I or O to use the current position.';
  }

  show(selection) {
    this.#selection = selection;
    for (const [key, { input }] of Object.entries(this.#fields)) {
      const time = selection[key];
      input.value = time === null ? '' : String(Math.round((time / this.#timescale) * 1000) / 1000);
    }
  }

  // A value that was not typed keeps its exact ticks, because the field shows it rounded.
  #typed(key) {
    const { value } = this.#fields[key].input;
    const time = value === '' ? null : Math.max(0, Math.round(Number(value) * this.#timescale));
    const selection = { ...this.#selection, [key]: time };
    const { start, end } = selection;
    const isOrdered = start === null || end === null || start < end;
    this.#onSelect(isOrdered ? selection : { start: null, end: null, [key]: time });
  }
}

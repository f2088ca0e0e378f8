// The rectangle of an effect: four numbers in pixels, or drawn on the video.

import { button, element } from './dom.js';
import { unitField } from './controls.js';

/** The fields of one rectangle; if all of them are empty, it is the whole frame. */
export class RectangleFields {
  node;
  #fields;
  #whole;
  #isNeeded = false;

  /** @param {() => Promise<number[] | null>} draw returns x, y, width and height that the user drew on the video */
  constructor(draw) {
    const make = (label, min) => unitField(label, 'px', { min, step: 1, oninput: () => this.#check() });
    this.#fields = [make('Left', 0), make('Top', 0), make('Width', 2), make('Height', 2)];
    this.#whole = button({ text: 'Whole frame', onclick: () => this.set(null) });
    this.node = element('div', { class: 'rectangle-fields', role: 'group', 'aria-label': 'Rectangle' },
      element('div', { class: 'fields four' }, ...this.#fields.map(({ node }) => node)),
      element('div', { class: 'effect-actions' },
        button({ icon: 'area', text: 'Draw on the video', onclick: async () => this.#take(await draw()) }), this.#whole));
  }

  /** True if the operation cannot apply to the whole frame. */
  set isNeeded(isNeeded) {
    this.#isNeeded = isNeeded;
    this.#whole.hidden = isNeeded;
    this.#check();
  }

  /** Returns the parts of the operation: its rectangle, which is null for the whole frame. */
  parts() {
    return { rectangle: this.#isEmpty ? null : this.#fields.map(({ input }) => Number(input.value)) };
  }

  /** @param {number[] | null} area x, y, width, height; null means the whole frame */
  set(area) {
    this.#fields.forEach(({ input }, index) => { input.value = area?.[index] ?? ''; });
    this.#check();
  }

  #take(area) {
    if (area) this.set(area);
  }

  get #isEmpty() {
    return this.#fields.every(({ input }) => input.value === '');
  }

  // A rectangle has four numbers or none.
  #check() {
    for (const { input } of this.#fields) {
      input.required = this.#isNeeded || !this.#isEmpty;
      input.placeholder = this.#isNeeded ? '' : 'All';
    }
  }
}

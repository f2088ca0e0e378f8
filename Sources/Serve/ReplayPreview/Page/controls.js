// Controls for numbers: sliders with their value, and fields with a unit.

import { element } from './dom.js';

/**
 * A slider with its value next to the label.
 * @param {string} label
 * @param {{min: number, max: number, step?: number, value: number, read: (value: number) => string}} options
 */
export class NumberSlider {
  node;
  #input;
  #output = element('output', { class: 'readout' });
  #read;

  constructor(label, { min, max, step = 1, value, read }) {
    this.#read = read;
    this.#input = element('input', {
      type: 'range', min, max, step, value, 'aria-label': label, oninput: () => this.#show(),
    });
    const heading = element('span', { class: 'slider-label' }, element('span', { class: 'label', text: label }), this.#output);
    this.node = element('div', { class: 'field' }, heading, this.#input);
    this.#show();
  }

  get value() {
    return Number(this.#input.value);
  }

  set value(value) {
    this.#input.value = value;
    this.#show();
  }

  #show() {
    this.#output.textContent = this.#read(this.value);
    this.#input.setAttribute('aria-valuetext', this.#output.textContent);
  }
}

/** Creates a number field with its unit. @returns {{node: HTMLElement, input: HTMLInputElement}} */
export function unitField(label, unit, attributes = {}) {
  const input = element('input', { type: 'number', 'aria-label': `${label} (${unit})`, ...attributes });
  const node = element('label', { class: 'field' }, element('span', { class: 'label', text: label }),
    element('span', { class: 'with-unit' }, input, element('span', { class: 'unit', text: unit })));
  return { node, input };
}

/** Creates a checkbox with its text. @returns {{node: HTMLElement, input: HTMLInputElement}} */
export function checkField(text) {
  const input = element('input', { type: 'checkbox' });
  return { node: element('label', { class: 'check' }, input, element('span', { text })), input };
}

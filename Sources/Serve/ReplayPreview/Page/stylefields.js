// The style of the frames: a background with the screen on it as a card.

import { NumberSlider } from './controls.js';
import { element, field, select } from './dom.js';

const shapes = [
  ['', 'As the screen'], ['16:9', '16:9, wide'], ['9:16', '9:16, for phones'], ['1:1', '1:1, square'],
  ['4:5', '4:5, portrait'], ['4:3', '4:3'],
];

/**
 * A built-in style. Lengths are percentages of the frame's shorter side.
 * @typedef {{name: string, summary: string, padding: number, radius: number, shadow: number}} StylePreset
 */

/** The choice of a style, and what replaces its own properties. */
export class StyleFields {
  #styles;
  #style;
  #shape = select(shapes, { 'aria-label': 'Shape' });
  #padding = slider('Padding', 'padding', 40, 0.5);
  #radius = slider('Round corners', 'radius', 20, 0.1);
  #shadow = slider('Shadow', 'shadow', 100, 1);
  #file = element('input', { type: 'file', accept: 'image/png,image/jpeg' });
  node;

  /** @param {StylePreset[]} styles */
  constructor(styles) {
    this.#styles = styles;
    this.#style = select(styles.map(({ name, summary }) => [name, `${name}: ${summary}`]), {
      'aria-label': 'Style', onchange: () => this.#showStyle(),
    });
    this.node = element('div', { class: 'effect-field' }, field('Style', this.#style), field('Shape', this.#shape),
      ...this.#sliders.map(({ node }) => node), field('Background image', this.#file));
    this.#showStyle();
  }

  parts() {
    const shape = this.#shape.value ? ['aspect', this.#shape.value] : [];
    return { words: [this.#style.value, ...this.#sliders.flatMap(({ key, value }) => [key, `${value}%`]), ...shape] };
  }

  /** Returns the background image, or undefined for the style's own background. @returns {Promise<File | undefined>} */
  async image() {
    return this.#file.files[0];
  }

  get #sliders() {
    return [this.#padding, this.#radius, this.#shadow];
  }

  #showStyle() {
    const style = this.#styles.find(({ name }) => name === this.#style.value);
    for (const each of this.#sliders) each.value = style[each.key];
  }
}

// Creates a slider for a percentage.
function slider(label, key, max, step) {
  return Object.assign(new NumberSlider(label, { min: 0, max, step, value: 0, read: (value) => `${value} %` }), { key });
}

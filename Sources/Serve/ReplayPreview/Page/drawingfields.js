// The controls for drawings: their points, their look, and their image.

import { NumberSlider, unitField } from './controls.js';
import { button, element, field, select } from './dom.js';

/** The points of a drawing: one, or both ends of an arrow. They are numbers in pixels, or drawn on the video. */
export class PointFields {
  node;
  #inputs;

  /**
   * @param {string[]} names of the points
   * @param {() => Promise<number[][] | null>} draw returns the points that the user drew on the video
   */
  constructor(names, draw) {
    this.#inputs = names.map((name) => ['left', 'top'].map((side) => unitField(`${name}, ${side}`, 'px', {
      min: 0, step: 1, required: true,
    })));
    this.node = element('div', { class: 'rectangle-fields', role: 'group', 'aria-label': names.join(' and ') },
      element('div', { class: 'fields four' }, ...this.#inputs.flat().map(({ node }) => node)),
      element('div', { class: 'effect-actions' },
        button({ icon: 'area', text: 'Draw on the video', onclick: async () => this.set(await draw()) })));
  }

  /** @param {number[][] | null} points null changes nothing */
  set(points) {
    points?.forEach((point, index) => {
      this.#inputs[index].forEach(({ input }, side) => { input.value = Math.round(point[side]); });
    });
  }

  parts() {
    return { words: this.#inputs.map((point) => point.map(({ input }) => Number(input.value)).join(',')) };
  }
}

/** The colour of a drawing. */
export class ColourFields {
  #input = element('input', { type: 'color', value: '#ff3b30' });
  node = field('Colour', this.#input);

  parts() {
    const colour = this.#input.value.slice(1);
    return { words: colour === 'ff3b30' ? [] : ['colour', colour] };
  }
}

/** A size or an opacity, in percent. */
export class PercentFields {
  node;
  #word;
  #slider;

  /** @param {string} label @param {string} word the property of the operation */
  constructor(label, word, { min, max, step = 1, value }) {
    this.#word = word;
    this.#slider = new NumberSlider(label, { min, max, step, value, read: (percent) => `${percent} %` });
    this.node = this.#slider.node;
  }

  parts() {
    return { words: [this.#word, `${this.#slider.value}%`] };
  }
}

/** The text of a label. */
export class LabelFields {
  #text = element('textarea', { rows: 2, maxlength: 500, required: true, spellcheck: 'true' });
  node = field('Text', this.#text);

  parts() {
    return { text: this.#text.value };
  }
}

/** The number of a step. */
export class StepFields {
  #input = element('input', { type: 'number', min: 1, max: 99, step: 1, value: 1, required: true });
  node = field('Number', this.#input);

  /** @param {number} number the one after the last step */
  set(number) {
    this.#input.value = Math.min(99, number);
  }

  parts() {
    return { words: [this.#input.value] };
  }
}

/** The image of a drawing. */
export class PictureFields {
  #file = element('input', { type: 'file', accept: 'image/png,image/jpeg,image/webp', required: true });
  node = field('Image', this.#file);

  /** @returns {Promise<File>} */
  async image() {
    return this.#file.files[0];
  }
}

const corners = [
  ['bottom-right', 'Bottom right'], ['bottom-left', 'Bottom left'], ['top-right', 'Top right'], ['top-left', 'Top left'],
];

/** The corner of a watermark. */
export class CornerFields {
  #corner = select(corners, { 'aria-label': 'Corner' });
  node = field('Corner', this.#corner);

  parts() {
    return { words: [this.#corner.value] };
  }
}

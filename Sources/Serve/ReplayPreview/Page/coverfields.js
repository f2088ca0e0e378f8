// The replacement for a covered part: a colour, or an image from a file.

import { element, field } from './dom.js';

const side = 16; // pixels; an image is scaled to its rectangle, so a small one suffices

/** The choice between a colour and an image. */
export class CoverFields {
  node;
  #color = element('input', { type: 'color', value: '#000000' });
  #file = element('input', { type: 'file', accept: 'image/png,image/jpeg' });
  #fields = { color: field('Colour', this.#color), image: field('Image', this.#file) };
  #kind = 'color';

  constructor() {
    const choice = (kind, text, checked) => {
      const radio = element('input', { type: 'radio', name: 'cover', checked, onchange: () => this.#choose(kind) });
      return element('label', { class: 'check' }, radio, element('span', { text }));
    };
    this.node = element('div', { class: 'cover-fields', role: 'radiogroup', 'aria-label': 'Cover with' },
      element('div', { class: 'choices' }, choice('color', 'A colour', true), choice('image', 'An image')),
      this.#fields.color, this.#fields.image);
    this.refresh();
  }

  /** Shows the field for the current choice. */
  refresh() {
    const isImage = this.#kind === 'image';
    this.#fields.color.hidden = isImage;
    this.#fields.image.hidden = !isImage;
    this.#file.disabled = !isImage;
    this.#file.required = isImage;
  }

  /** Returns the covering image, or undefined for black, which needs none. @returns {Promise<File | undefined>} */
  async image() {
    if (this.#kind === 'image') return this.#file.files[0];
    return this.#color.value === '#000000' ? undefined : imageOf(this.#color.value);
  }

  #choose(kind) {
    this.#kind = kind;
    this.refresh();
  }
}

/** Creates a small image of one colour. @param {string} color `#rrggbb` @returns {Promise<File>} */
async function imageOf(color) {
  const canvas = element('canvas', { width: side, height: side });
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, side, side);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  return new File([blob], `the colour ${color}`, { type: 'image/png' });
}

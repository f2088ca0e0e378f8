// An area of the screen, drawn on a screenshot or typed.

import { element, field, toastError } from './dom.js';

/**
 * Returns the rectangle between two corners, clamped to a screen, in whole pixels with even sizes as video requires.
 * @returns {[number, number, number, number]} x, y, width, height
 */
export function rectangle([x0, y0], [x1, y1], width, height) {
  const inside = (value, max) => Math.min(Math.max(0, Math.round(value)), max);
  const [left, right] = [inside(Math.min(x0, x1), width), inside(Math.max(x0, x1), width)];
  const [top, bottom] = [inside(Math.min(y0, y1), height), inside(Math.max(y0, y1), height)];
  return [left, top, Math.floor((right - left) / 2) * 2, Math.floor((bottom - top) / 2) * 2];
}

/** A control for choosing an area. */
export class AreaChooser {
  /** x, y, width, height in pixels of the screen; null until it is chosen. @type {number[] | null} */
  value = null;
  #api;
  #image = element('img', { alt: 'The screen', draggable: 'false' });
  #frame = element('div', { class: 'area-frame', hidden: true });
  #inputs;
  #anchor = null;

  constructor(api) {
    this.#api = api;
    this.#inputs = ['Left', 'Top', 'Width', 'Height'].map((label) => {
      const input = element('input', { type: 'number', min: 0, step: 1, oninput: () => this.#typed() });
      return { input, node: field(label, input) };
    });
  }

  /** Takes a screenshot and shows it. @returns {HTMLElement} */
  open() {
    const box = element('div', { class: 'area-screen' }, this.#image, this.#frame);
    box.addEventListener('pointerdown', (event) => this.#down(event, box));
    box.addEventListener('pointermove', (event) => this.#move(event));
    box.addEventListener('pointerup', () => { this.#anchor = null; });
    this.#load();
    return element('div', { class: 'area' }, element('p', { class: 'hint', text: 'Draw the area on the screenshot.' }), box,
      element('div', { class: 'fields four' }, ...this.#inputs.map(({ node }) => node)));
  }

  close() {
    URL.revokeObjectURL(this.#image.src);
  }

  async #load() {
    try {
      const blob = await (await this.#api.request('/api/screenshot')).blob();
      this.close();
      this.#image.src = URL.createObjectURL(blob);
      await this.#image.decode();
      this.#show();
    } catch (error) {
      toastError(error);
    }
  }

  #down(event, box) {
    event.preventDefault();
    box.setPointerCapture(event.pointerId);
    this.#anchor = this.#point(event);
  }

  #move(event) {
    if (!this.#anchor) return;
    const { naturalWidth, naturalHeight } = this.#image;
    const area = rectangle(this.#anchor, this.#point(event), naturalWidth, naturalHeight);
    this.#set(area);
    this.#inputs.forEach(({ input }, i) => { input.value = area[i]; });
  }

  #point(event) {
    const box = this.#image.getBoundingClientRect();
    const scale = this.#image.naturalWidth / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #typed() {
    this.#set(this.#inputs.map(({ input }) => Math.max(0, Math.round(Number(input.value)))));
  }

  #set(area) {
    this.value = area[2] >= 2 && area[3] >= 2 ? area : null;
    this.#show();
  }

  #show() {
    const { naturalWidth, naturalHeight } = this.#image;
    this.#frame.hidden = !this.value || !naturalWidth;
    if (this.#frame.hidden) return;
    const [x, y, width, height] = this.value;
    const percent = (part, whole) => `${(100 * part) / whole}%`;
    Object.assign(this.#frame.style, {
      left: percent(x, naturalWidth), top: percent(y, naturalHeight),
      width: percent(width, naturalWidth), height: percent(height, naturalHeight),
    });
  }
}

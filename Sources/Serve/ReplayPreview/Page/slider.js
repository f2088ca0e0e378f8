// A handle of the timeline. It is dragged or moved with the arrow keys, and announced as a time.

import { element } from './dom.js';
import { spoken } from './format.js';

const keyDelay = 400; // ms from the last arrow key to the change

/** A `role="slider"` element at a time of the recording. */
export class Slider {
  #timescale;
  #handlers;
  #time = 0;
  #bounds = [0, 0];
  #grip = null;
  #timer = 0;

  /**
   * @param {number} timescale ticks per second
   * @param {{timeAt: (clientX: number) => number, onMove: (time: number, isDragged: boolean) => void, onDone: () => void,
   *   onFocus: (time: number) => void}} handlers times in ticks; `onDone` after a drag, or a pause in typing
   */
  constructor(className, label, timescale, handlers) {
    this.#timescale = timescale;
    this.#handlers = handlers;
    this.node = element('div', { class: className, role: 'slider', tabindex: 0, 'aria-label': label }, element('span'));
    this.node.addEventListener('pointerdown', (event) => this.#down(event));
    this.node.addEventListener('pointermove', (event) => this.#drag(event));
    this.node.addEventListener('lostpointercapture', () => this.#drop());
    this.node.addEventListener('keydown', (event) => this.#key(event));
    this.node.addEventListener('focus', () => this.node.matches(':focus-visible') && handlers.onFocus(this.#time));
  }

  /** Places the handle at a time, or hides it if that is null. Pixels are those of the timeline. */
  place(time, x, width, min, max) {
    this.node.hidden = time === null;
    if (time === null) return;
    this.#time = time;
    this.#bounds = [min, max];
    const isAway = x < -1 || x > width + 1;
    this.node.classList.toggle('away', isAway);
    this.node.style.transform = `translateX(${Math.min(Math.max(0, x), width)}px)`;
    const seconds = (ticks) => String(Math.round((ticks / this.#timescale) * 1000) / 1000);
    setAttributes(this.node, {
      'aria-valuemin': seconds(min),
      'aria-valuemax': seconds(max),
      'aria-valuenow': seconds(time),
      'aria-valuetext': spoken(time / this.#timescale),
    });
  }

  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.node.setPointerCapture(event.pointerId);
    // The handle keeps its offset from the pointer.
    this.#grip = this.#handlers.timeAt(event.clientX) - this.#time;
    this.node.focus({ preventScroll: true });
    this.node.classList.add('dragged');
  }

  #drag(event) {
    if (this.#grip !== null) this.#move(this.#handlers.timeAt(event.clientX) - this.#grip, true);
  }

  #drop() {
    if (this.#grip === null) return;
    this.#grip = null;
    this.node.classList.remove('dragged');
    // The player gets the arrow keys back: after a drag, the user steps by frames and must not move the handle.
    this.node.blur();
    this.#handlers.onDone();
  }

  #key(event) {
    const step = event.shiftKey ? this.#timescale : Math.round(this.#timescale / 30);
    const [min, max] = this.#bounds;
    const times = {
      ArrowLeft: this.#time - step,
      ArrowDown: this.#time - step,
      ArrowRight: this.#time + step,
      ArrowUp: this.#time + step,
      PageDown: this.#time - 10 * this.#timescale,
      PageUp: this.#time + 10 * this.#timescale,
      Home: min,
      End: max,
    };
    if (!(event.key in times) || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(times[event.key], false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#handlers.onDone(), keyDelay);
  }

  #move(time, isDragged) {
    const [min, max] = this.#bounds;
    this.#time = Math.min(Math.max(min, time), max);
    this.#handlers.onMove(this.#time, isDragged);
  }
}

function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

// The scroll bar of the timeline.

import { element } from './dom.js';
import { isFitted } from './viewport.js';

/** A scroll bar in ticks. A native one would need an element of millions of pixels for a long recording. */
export class ScrollBar {
  #thumb = element('div', { class: 'scroll-thumb' });
  #view = null;

  /** @param {(start: number) => void} onScroll receives the wanted start of the view */
  constructor(onScroll) {
    this.node = element('div', { class: 'scroll-bar', 'aria-hidden': 'true' }, this.#thumb);
    let grip = null;
    this.node.addEventListener('pointerdown', (event) => {
      this.node.setPointerCapture(event.pointerId);
      const thumb = this.#thumb.getBoundingClientRect();
      const isInside = event.clientX >= thumb.left && event.clientX <= thumb.right;
      grip = isInside ? event.clientX - thumb.left : thumb.width / 2;
      onScroll(this.#timeAt(event.clientX - grip));
    });
    this.node.addEventListener('pointermove', (event) => grip !== null && onScroll(this.#timeAt(event.clientX - grip)));
    this.node.addEventListener('lostpointercapture', () => { grip = null; });
  }

  show(view) {
    this.#view = view;
    const share = Math.min(1, (view.scale * view.width) / view.duration);
    const width = Math.max(24, share * view.width);
    const free = view.duration - view.scale * view.width;
    this.node.classList.toggle('full', isFitted(view));
    this.#thumb.style.width = `${width}px`;
    this.#thumb.style.transform = `translateX(${free > 0 ? (view.start / free) * (view.width - width) : 0}px)`;
  }

  #timeAt(clientX) {
    const { left } = this.node.getBoundingClientRect();
    const free = this.#view.width - this.#thumb.offsetWidth;
    return free > 0 ? ((clientX - left) / free) * (this.#view.duration - this.#view.scale * this.#view.width) : 0;
  }
}

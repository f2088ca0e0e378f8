// A list of thousands of rows of which only the visible ones are elements.

import { element } from './dom.js';

const extraRows = 6;

/** A scrolling list of rows of equal height. */
export class VirtualList {
  #rowHeight;
  #makeRow;
  #rows = [];
  #inner = element('ol', { class: 'rows' });
  #current = -1;

  /** @param {(row: any, index: number) => HTMLElement} makeRow */
  constructor(label, rowHeight, makeRow) {
    this.#rowHeight = rowHeight;
    this.#makeRow = makeRow;
    this.node = element('div', { class: 'virtual-list', tabindex: 0, role: 'region', 'aria-label': label }, this.#inner);
    this.node.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.node);
  }

  show(rows) {
    this.#rows = rows;
    this.#inner.style.height = `${rows.length * this.#rowHeight}px`;
    this.#draw();
  }

  /** Marks a row as the current one. */
  setCurrent(index) {
    if (index === this.#current) return;
    this.#current = index;
    // Rows are not created again, because one of them may have the focus.
    for (const node of this.#inner.children) this.#markCurrent(node, Number(node.getAttribute('aria-posinset')) - 1);
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.node.scrollTop / this.#rowHeight) - extraRows);
    const count = Math.ceil(this.node.clientHeight / this.#rowHeight) + 2 * extraRows;
    const shown = this.#rows.slice(first, first + count).map((row, i) => this.#place(row, first + i));
    this.#inner.replaceChildren(...shown);
  }

  #place(row, index) {
    const node = element('li', { 'aria-setsize': this.#rows.length, 'aria-posinset': index + 1 }, this.#makeRow(row, index));
    this.#markCurrent(node, index);
    node.style.transform = `translateY(${index * this.#rowHeight}px)`;
    return node;
  }

  #markCurrent(node, index) {
    if (index === this.#current) node.setAttribute('aria-current', 'true');
    else node.removeAttribute('aria-current');
  }
}

// The rectangles of effects over the video, while the list of effects is shown: dragged, or moved with the arrow keys.

import { rectangle } from './area.js';
import { element } from './dom.js';
import { kindOf } from './operations.js';

const cornerSize = 14;

/** Lies over the video. */
export class RectangleOverlay {
  node = element('div', { class: 'stage-rectangles', hidden: true });
  #onChange;
  #frame = null;
  #shown = [];
  #observer = new ResizeObserver(() => this.#place());

  /** @param {(operation: object, area: number[]) => void} onChange x, y, width, height in the frame's pixels */
  constructor(onChange) {
    this.#onChange = onChange;
    this.node.addEventListener('click', (event) => event.target !== this.node && event.stopPropagation());
    this.#observer.observe(this.node);
  }

  /** Shows the rectangles of operations in a frame of this size; an element that is there stays, and keeps the focus. */
  show(operations, frame) {
    this.#frame = frame;
    this.node.hidden = operations.length === 0;
    const old = new Map(this.#shown.map((each) => [each.operation.number, each]));
    this.#shown = operations.map((operation) => {
      const shown = old.get(operation.number) ?? this.#make();
      old.delete(operation.number);
      return Object.assign(shown, { operation, area: operation.rectangle });
    });
    for (const { box } of old.values()) box.remove();
    for (const shown of this.#shown) {
      if (!shown.box.isConnected) this.node.append(shown.box);
      const what = kindOf(shown.operation);
      shown.box.setAttribute('aria-label', `${what}: arrow keys move it, with Shift they change its size`);
      shown.box.title = shown.operation.text;
    }
    this.#place();
  }

  close() {
    this.#observer.disconnect();
  }

  #make() {
    const box = element('div', { class: 'effect-frame', tabindex: 0, role: 'group' });
    const shown = { box, operation: null, area: null };
    let drag = null;
    box.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      box.focus();
      box.setPointerCapture(event.pointerId);
      drag = { from: [event.clientX, event.clientY], area: shown.area, isSize: this.#isAtCorner(event, box) };
    });
    box.addEventListener('pointermove', (event) => {
      box.style.cursor = this.#isAtCorner(event, box) ? 'nwse-resize' : 'move';
      if (!drag) return;
      const { scale } = this.#geometry;
      const delta = [(event.clientX - drag.from[0]) / scale, (event.clientY - drag.from[1]) / scale];
      this.#set(shown, this.#moved(drag.area, delta, drag.isSize));
    });
    box.addEventListener('pointerup', () => {
      if (drag && drag.area !== shown.area) this.#onChange(shown.operation, shown.area);
      drag = null;
    });
    box.addEventListener('keydown', (event) => this.#key(event, shown));
    return shown;
  }

  #isAtCorner(event, box) {
    const { right, bottom } = box.getBoundingClientRect();
    return right - event.clientX < cornerSize && bottom - event.clientY < cornerSize;
  }

  #key(event, shown) {
    const delta = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[event.key];
    if (!delta || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(shown, this.#moved(shown.area, delta, event.shiftKey));
    this.#onChange(shown.operation, shown.area);
  }

  #moved([x, y, width, height], [right, down], isSize) {
    const frame = this.#frame;
    if (isSize) {
      const area = rectangle([x, y], [Math.max(x + 2, x + width + right), Math.max(y + 2, y + height + down)], frame.width, frame.height);
      return [area[0], area[1], Math.max(2, area[2]), Math.max(2, area[3])];
    }
    const within = (value, max) => Math.round(Math.min(Math.max(0, value), max));
    return [within(x + right, frame.width - width), within(y + down, frame.height - height), width, height];
  }

  #set(shown, area) {
    shown.area = area;
    this.#place();
  }

  // The video stands in the middle of its stage, as large as it fits.
  get #geometry() {
    const { width, height } = this.node.getBoundingClientRect();
    const scale = Math.min(width / this.#frame.width, height / this.#frame.height);
    return { scale, left: (width - this.#frame.width * scale) / 2, top: (height - this.#frame.height * scale) / 2 };
  }

  #place() {
    if (!this.#frame || this.node.hidden) return;
    const { scale, left, top } = this.#geometry;
    for (const { box, area: [x, y, width, height] } of this.#shown) {
      Object.assign(box.style, {
        left: `${left + x * scale}px`, top: `${top + y * scale}px`, width: `${width * scale}px`, height: `${height * scale}px`,
      });
    }
  }
}

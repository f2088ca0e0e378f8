// The points of drawings over the video, while the list of effects is shown. The user drags them, or moves them with the
// arrow keys.

import { element } from './dom.js';
import { kindOf } from './operationtext.js';
import { placeOf } from './place.js';
import { titles } from './sentences.js';
import { snapped } from './snapping.js';

const reach = 8; // pixels of the page within which a point snaps

/** An overlay on the video. */
export class PointOverlay {
  node = element('div', { class: 'stage-rectangles', hidden: true });
  #onChange;
  #frame = null;
  #handles = [];
  #operations = [];
  #isDragging = false;
  #observer = new ResizeObserver(() => this.#place());

  /** @param {(operation: object, points: number[][]) => void} onChange points in the frame's pixels */
  constructor(onChange) {
    this.#onChange = onChange;
    this.node.addEventListener('click', (event) => event.target !== this.node && event.stopPropagation());
    this.#observer.observe(this.node);
  }

  /** Shows the points of operations in a frame of this size. */
  show(operations, frame) {
    // An edit that arrives during a drag must not undo the drag.
    if (this.#isDragging) return;
    this.#frame = frame;
    this.#operations = operations;
    this.node.hidden = operations.length === 0;
    const wanted = operations.flatMap((operation) => operation.points.map((point, index) => ({ operation, point, index })));
    while (this.#handles.length > wanted.length) this.#handles.pop().node.remove();
    wanted.forEach((each, place) => Object.assign(this.#handles[place] ??= this.#make(), each));
    for (const { node, operation, index } of this.#handles) {
      const end = operation.points.length > 1 ? (index === 0 ? ', its beginning' : ', its head') : '';
      const what = `${titles[kindOf(operation)]}${end}`;
      node.setAttribute('aria-label', `${what}: arrow keys move it`);
      node.title = what;
    }
    this.#place();
  }

  close() {
    this.#observer.disconnect();
  }

  #make() {
    const node = element('button', { type: 'button', class: 'point-handle' });
    const handle = { node, operation: null, point: null, index: 0 };
    node.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      node.focus();
      node.setPointerCapture(event.pointerId);
      this.#isDragging = true;
    });
    node.addEventListener('pointermove', (event) => {
      if (this.#isDragging && node.hasPointerCapture(event.pointerId)) this.#drag(handle, event);
    });
    node.addEventListener('pointerup', () => {
      this.#isDragging = false;
      this.#changed(handle);
    });
    node.addEventListener('pointercancel', () => {
      this.#isDragging = false;
      this.#move(handle, handle.operation.points[handle.index]);
    });
    node.addEventListener('keydown', (event) => {
      const delta = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[event.key];
      if (!delta || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#move(handle, handle.point.map((value, side) => value + delta[side]));
      this.#changed(handle);
    });
    this.node.append(node);
    return handle;
  }

  #drag(handle, event) {
    const box = this.node.getBoundingClientRect();
    const { scale, left, top } = this.#geometry;
    const point = [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale];
    const others = this.#operations.flatMap(({ number, points }) => points.filter((_, index) => number !== handle.operation.number || index !== handle.index));
    const { width, height } = this.#frame;
    this.#move(handle, point.map((value, side) => {
      const targets = [0, [width, height][side] / 2, [width, height][side], ...others.map((other) => other[side])];
      return value + snapped([value], targets, reach / scale);
    }));
  }

  #move(handle, point) {
    const { width, height } = this.#frame;
    handle.point = point.map((value, side) => Math.round(Math.min(Math.max(0, value), [width, height][side])));
    this.#place();
  }

  #changed({ operation, point, index }) {
    if (operation.points[index].every((value, side) => value === point[side])) return;
    this.#onChange(operation, operation.points.with(index, point));
  }

  get #geometry() {
    return placeOf(this.node.getBoundingClientRect(), this.#frame);
  }

  #place() {
    if (!this.#frame || this.node.hidden) return;
    const { scale, left, top } = this.#geometry;
    for (const { node, point: [x, y] } of this.#handles) {
      Object.assign(node.style, { left: `${left + x * scale}px`, top: `${top + y * scale}px` });
    }
  }
}

// The rectangles of effects over the video, while the list of effects is shown. The user drags them by their inside or
// by the handles at their corners, or moves them with the arrow keys.

import { rectangle } from './area.js';
import { element } from './dom.js';
import { kindOf } from './operationtext.js';
import { placeOf } from './place.js';
import { titles } from './sentences.js';
import { snapped } from './snapping.js';

const cornerSize = 14; // pixels around a corner in which it can be dragged
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
const minSize = 2; // pixels of the frame
const reach = 8; // pixels of the page within which a side snaps

/** An overlay on the video. */
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

  /** Shows the rectangles of operations in a frame of this size. Existing elements are reused and keep the focus. */
  show(operations, frame) {
    this.#frame = frame;
    this.node.hidden = operations.length === 0;
    const old = new Map(this.#shown.map((each) => [each.operation.number, each]));
    this.#shown = operations.map((operation) => {
      const shown = old.get(operation.number) ?? this.#make();
      old.delete(operation.number);
      // An edit that arrives during a drag must not undo the drag.
      return Object.assign(shown, { operation, area: shown.drag ? shown.area : operation.rectangle });
    });
    for (const { box } of old.values()) box.remove();
    for (const shown of this.#shown) {
      if (!shown.box.isConnected) this.node.append(shown.box);
      const what = titles[kindOf(shown.operation)];
      shown.box.setAttribute('aria-label', `${what}: arrow keys move it, with Shift they change its size`);
      shown.box.title = what;
    }
    this.#place();
  }

  close() {
    this.#observer.disconnect();
  }

  #make() {
    const box = element('div', { class: 'effect-frame', tabindex: 0, role: 'group' },
      ...corners.map((corner) => element('span', { class: `corner ${corner}` })));
    const shown = { box, operation: null, area: null, drag: null };
    box.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      box.focus();
      box.setPointerCapture(event.pointerId);
      shown.drag = { from: [event.clientX, event.clientY], area: shown.area, corner: cornerAt(event, box) };
    });
    box.addEventListener('pointermove', (event) => {
      const { drag } = shown;
      box.style.cursor = cursorOf(drag ? drag.corner : cornerAt(event, box));
      if (!drag) return;
      const { scale } = this.#geometry;
      const delta = [(event.clientX - drag.from[0]) / scale, (event.clientY - drag.from[1]) / scale];
      const change = drag.corner ? this.#resized : this.#moved;
      const snap = this.#snap(shown, change.call(this, drag.area, delta, drag.corner), drag.corner, reach / scale);
      this.#set(shown, change.call(this, drag.area, delta.map((each, side) => each + snap[side]), drag.corner));
    });
    box.addEventListener('pointerup', () => {
      const { drag } = shown;
      shown.drag = null;
      if (drag && drag.area !== shown.area) this.#onChange(shown.operation, shown.area);
    });
    box.addEventListener('pointercancel', () => {
      if (shown.drag) this.#set(shown, shown.drag.area);
      shown.drag = null;
    });
    box.addEventListener('keydown', (event) => this.#key(event, shown));
    return shown;
  }

  #key(event, shown) {
    const delta = { ArrowLeft: [-2, 0], ArrowRight: [2, 0], ArrowUp: [0, -2], ArrowDown: [0, 2] }[event.key];
    if (!delta || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(shown, event.shiftKey ? this.#resized(shown.area, delta, [1, 1]) : this.#moved(shown.area, delta));
    this.#onChange(shown.operation, shown.area);
  }

  // Returns the distances to the nearest edges and middles of the frame and of the other rectangles.
  #snap(shown, area, corner, distance) {
    return [0, 1].map((side) => {
      const places = (each) => [each[side], each[side] + each[side + 2] / 2, each[side] + each[side + 2]];
      const others = this.#shown.filter((each) => each !== shown).flatMap((each) => places(each.area));
      const own = places(area);
      const moving = corner ? [corner[side] < 0 ? own[0] : own[2]] : own;
      return snapped(moving, [...places([0, 0, this.#frame.width, this.#frame.height]), ...others], distance);
    });
  }

  #moved([x, y, width, height], [right, down]) {
    const within = (value, max) => Math.round(Math.min(Math.max(0, value), max));
    return [within(x + right, this.#frame.width - width), within(y + down, this.#frame.height - height), width, height];
  }

  // The corner opposite to the dragged one does not move.
  #resized([x, y, width, height], [right, down], [horizontal, vertical]) {
    const [left, rightEdge] = side(x, width, right, horizontal, this.#frame.width);
    const [top, bottom] = side(y, height, down, vertical, this.#frame.height);
    const area = rectangle([left, top], [rightEdge, bottom], this.#frame.width, this.#frame.height);
    return [area[0], area[1], Math.max(minSize, area[2]), Math.max(minSize, area[3])];
  }

  #set(shown, area) {
    shown.area = area;
    this.#place();
  }

  get #geometry() {
    return placeOf(this.node.getBoundingClientRect(), this.#frame);
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

/** Returns the start and end of one side of a rectangle, one of which is dragged. */
function side(start, length, delta, direction, max) {
  const end = start + length;
  if (direction < 0) return [Math.min(Math.max(0, start + delta), end - minSize), end];
  return [start, Math.max(Math.min(max, end + delta), start + minSize)];
}

/**
 * Returns the corner of a box under the pointer.
 * @returns {[number, number] | null} -1 for left and top, 1 for right and bottom
 */
function cornerAt(event, box) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  // The middle of a small box remains free for moving it.
  const reach = (length) => Math.min(cornerSize, length / 3);
  const near = (value, start, end) => {
    if (value - start < reach(end - start)) return -1;
    return end - value < reach(end - start) ? 1 : 0;
  };
  const corner = [near(event.clientX, left, right), near(event.clientY, top, bottom)];
  return corner.every((each) => each !== 0) ? corner : null;
}

function cursorOf(corner) {
  if (!corner) return 'move';
  return corner[0] === corner[1] ? 'nwse-resize' : 'nesw-resize';
}

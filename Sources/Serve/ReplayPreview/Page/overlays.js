// The rectangles and points of effects over the video, which the user drags. They are shown with the list of effects.

import { isolated } from './isolation.js';
import { isActing, pointsAt, rectanglesAt } from './operations.js';
import { kindOf, parseOperation, wordsOf } from './operationtext.js';
import { PointOverlay } from './pointhandles.js';
import { frameAt } from './place.js';
import { RectangleOverlay } from './rectangles.js';

/** The overlays of one editor. */
export class EffectOverlays {
  #editor;
  #rectangles;
  #points;

  /** @param {import('./editor.js').Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    this.#rectangles = isolated('Rectangles',
      () => new RectangleOverlay((operation, area) => this.#replace(operation, { rectangle: area })));
    this.#points = isolated('Points', () => new PointOverlay((operation, points) => {
      const others = parseOperation(operation.text).words.slice(points.length);
      this.#replace(operation, { words: [...points.map((point) => point.join(',')), ...others] });
    }));
  }

  /** The nodes, which cover the video. */
  get nodes() {
    return [this.#rectangles.node, this.#points.node];
  }

  /**
   * Shows what acts at a recording time, unless the frame has another geometry than the recorded one.
   * @param {number | null} time null hides everything
   */
  show(edit, time) {
    const isShown = time !== null && !edit.frame.isReshaped
      && !edit.operations.some((each) => kindOf(each) === 'zoom' && isActing(each, time));
    const frame = frameAt(edit.frame, time);
    this.#rectangles.show(isShown ? rectanglesAt(edit.operations, time) : [], frame);
    this.#points.show(isShown ? pointsAt(edit.operations, time) : [], frame);
  }

  close() {
    this.#rectangles.close();
    this.#points.close();
  }

  #replace(operation, changes) {
    const [start, end] = operation.ranges[0];
    this.#editor.replace(operation.number, wordsOf(operation, changes), { start, end });
  }
}

// The time under the pointer, with the mark or the event of the recording there.

import { element } from './dom.js';
import { clock, happening } from './format.js';

const markReach = 6; // pixels
const pointReach = 4; // pixels

/** A label that follows the pointer over the timeline. */
export class HoverTime {
  node = element('div', { class: 'hover-time', hidden: true });

  /**
   * Shows the label.
   * @param {number} x pixels
   * @param {number} time ticks of the recording
   * @param {import('./viewport.js').Viewport} view
   * @param {{time: number, name: string}[]} marks
   */
  show(x, time, view, marks, { points, timescale }) {
    const mark = marks.find((each) => Math.abs(each.time - time) < markReach * view.scale);
    const point = points.find((each) => Math.abs(each.time - time) < pointReach * view.scale);
    const what = [mark?.name, point && happening(point)].filter(Boolean).join(' · ');
    this.node.textContent = `${clock(time / timescale, 2)}${what && ` · ${what}`}`;
    this.node.hidden = false;
    const margin = this.node.offsetWidth / 2;
    this.node.style.left = `${Math.min(Math.max(x, margin), view.width - margin)}px`;
  }

  hide() {
    this.node.hidden = true;
  }
}

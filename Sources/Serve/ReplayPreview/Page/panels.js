// The side of the edit view: clips, marks and sharing, in tabs.

import { button, element } from './dom.js';
import { clock, happening, plural } from './format.js';
import { lastAtOrBefore } from './frames.js';
import { VirtualList } from './virtuallist.js';

const rowHeight = 44;

/** Tabs with their panels. */
export class Tabs {
  node = element('aside', { class: 'side', 'aria-label': 'Clips, marks and sharing' });
  #tabs = new Map();
  #list = element('div', { class: 'tabs', role: 'tablist' });
  #onShow;

  /**
   * @param {[string, string, HTMLElement][]} panels name, title and content
   * @param {(name: string) => void} onShow
   */
  constructor(panels, onShow) {
    this.#onShow = onShow;
    for (const [name, title, content] of panels) this.#add(name, title, content);
    this.node.append(this.#list, ...[...this.#tabs.values()].map(({ panel }) => panel));
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    this.show(panels[0][0]);
  }

  show(name, { focus = false } = {}) {
    for (const [each, { tab, panel }] of this.#tabs) {
      tab.setAttribute('aria-selected', String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      panel.hidden = each !== name;
    }
    if (focus) this.#tabs.get(name).tab.focus();
    this.#onShow(name);
  }

  #add(name, title, content) {
    const tab = element('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, text: title,
      onclick: () => this.show(name),
    });
    const panel = element('div', {
      class: 'panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`,
    }, content);
    this.#list.append(tab);
    this.#tabs.set(name, { tab, panel });
  }

  #key(event) {
    const names = [...this.#tabs.keys()];
    const index = names.findIndex((name) => this.#tabs.get(name).tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || index < 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(names[(index + step + names.length) % names.length], { focus: true });
  }
}

// A difference of two ticks is rounding.
function speedText(speed) {
  return Math.abs(speed - 1) < 1e-4 ? '' : ` · ${Number(speed.toFixed(2))}×`;
}

/** The list of clips. */
export class ClipList {
  node = element('div', { class: 'list-panel' });
  #summary = element('p', { class: 'hint' });
  #list;
  #clips = [];

  /** @param {(editedTicks: number) => void} onGo */
  constructor(timescale, onGo) {
    this.#list = new VirtualList('Clips', rowHeight, ([start, end, edited, length], index) => element('button', {
      type: 'button', class: 'row', onclick: () => onGo(edited),
    }, element('span', { class: 'number', text: String(index + 1) }),
    element('span', { class: 'range', text: `${clock(start / timescale)} – ${clock(end / timescale)}` }),
    element('span', { class: 'hint', text: clock(length / timescale) + speedText((end - start) / length) })));
    this.node.append(this.#summary, this.#list.node);
  }

  show({ clips }) {
    this.#clips = clips;
    this.#summary.textContent = clips.length ? plural(clips.length, 'clip') : 'Nothing is kept.';
    this.#list.show(clips);
  }

  setPosition(ticks) {
    this.#list.setCurrent(lastAtOrBefore(this.#clips, ticks, (clip) => clip[2]));
  }
}

/** The list of marks and of other events during recording. */
export class MarkList {
  node = element('div', { class: 'list-panel' });
  #list;
  #empty = element('p', { class: 'hint', text: 'No marks yet. Press M to set one at the current position.' });

  /** @param {(recordingTicks: number) => void} onGo @param {() => void} onMark */
  constructor(timescale, onGo, onMark) {
    this.#list = new VirtualList('Marks', rowHeight, ({ time, name = '' }, index) => element('button', {
      type: 'button', class: 'row', onclick: () => onGo(time), title: name.slice(0, 500),
    }, element('span', { class: 'number', text: clock(time / timescale, 1) }),
    element('span', { class: 'range', text: name || `Mark ${index + 1}` })));
    this.node.append(button({ icon: 'mark', text: 'Set a mark', onclick: onMark }), this.#empty, this.#list.node);
  }

  show({ marks, points, ranges, timescale }, edit) {
    const happened = [
      ...marks,
      ...edit.marks,
      ...points.map((point) => ({ time: point.time, name: happening(point) })),
      ...ranges.map(({ kind, start, end }) => ({
        time: start, name: `${kind === 'covered' ? 'Covered' : 'Muted'} for ${clock((end - start) / timescale, 1)}`,
      })),
    ].sort((a, b) => a.time - b.time);
    this.#empty.hidden = happened.length > 0;
    this.#list.show(happened);
  }
}

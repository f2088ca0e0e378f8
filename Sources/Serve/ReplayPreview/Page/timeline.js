// The timeline: a canvas in recording time, so that cuts are visible, with real elements as handles over it.

import { element } from './dom.js';
import { isKept } from './editmap.js';
import { cursors, EffectDrag, gripAt } from './effectgrips.js';
import { HoverTime } from './hovertime.js';
import { activeNumbers } from './operations.js';
import { Painter, filmTop, totalHeight, heights } from './painter.js';
import { ScrollBar } from './scrollbar.js';
import { Slider } from './slider.js';
import { TileQueue, Thumbnails, Waves } from './tiles.js';
import * as viewports from './viewport.js';

const snapPixels = 7;
const colorNames = [
  'line', 'soft', 'track', 'wave', 'removed', 'hatch', 'cut', 'selection', 'mark', 'covered', 'muted', 'point',
  'gain', 'effect', 'label',
];

/**
 * Events, with recording time in ticks: `scrub` (`detail`: time), `trimming` (`{kind, time, range}` while a handle is
 * dragged), `trim` (`[start, end]`), `select` (`{start, end}`), `view`, `replace` (`{number, words, range}`,
 * after the bar of an effect or the line of a gain was dragged).
 */
export class Timeline extends EventTarget {
  /** The element that holds the timeline. */
  node;
  #canvas = element('canvas', { class: 'timeline-canvas' });
  #area;
  #hover = new HoverTime();
  #scroll;
  #sliders = {};
  #description;
  #edit;
  #view;
  #position = 0;
  #origin = null;
  #align;
  #selection = { start: null, end: null };
  #trim = null;
  #painter;
  #queue = new TileQueue();
  #waves;
  #isLoading = false;
  #isDrawing = false;
  #pointers = new Map();
  #anchor = null;
  /** The number of the effect under the pointer. @type {number | null} */
  #hovered = null;
  /** The effects that were drawn with handles. */
  #drawnActive = '';
  /** The drag of an effect, until the edit has changed. @type {EffectDrag | null} */
  #drag = null;
  #observer;
  #scheme = matchMedia('(prefers-color-scheme: dark)');
  #colors = null;

  /** @param {(time: number) => number} align moves a recording time to the nearest boundary of a frame, if known */
  constructor(host, media, description, align) {
    super();
    this.node = host;
    this.#description = description;
    this.#edit = description.edit;
    this.#align = align;
    this.#area = element('div', { class: 'timeline-area' }, this.#canvas, this.#hover.node);
    this.#scroll = new ScrollBar((start) => this.#setView(viewports.clamped({ ...this.#view, start })));
    host.replaceChildren(this.#area, this.#scroll.node);
    this.#view = viewports.fitted(Math.max(1, this.#area.clientWidth), description.duration, description.timescale);
    const draw = () => this.#draw();
    const density = Math.min(2, window.devicePixelRatio);
    const thumbnails = new Thumbnails(media, Math.round(heights.film * density), draw);
    this.#waves = new Waves(media, draw);
    this.#painter = new Painter(this.#canvas.getContext('2d'), thumbnails, this.#waves);
    this.#makeSliders();
    this.#listen();
    this.#layOut();
  }

  get selection() {
    return this.#selection;
  }

  set selection(selection) {
    this.#selection = selection;
    this.#draw();
  }

  setDescription(description) {
    this.#description = description;
    this.#edit = description.edit;
    this.#view = viewports.grown(this.#view, description.duration);
    this.#waves.invalidate();
    this.#layOut();
  }

  setEdit(edit) {
    this.#edit = edit;
    this.#trim = null;
    this.#drag = null;
    this.#draw();
  }

  invalidateWaves() {
    this.#waves.invalidate();
    this.#draw();
  }

  /** @param {number} time recording time @param {boolean} isFollowing true if the view scrolls to keep it visible */
  setPosition(time, isFollowing) {
    this.#position = time;
    const view = isFollowing ? viewports.revealing(this.#view, time) : this.#view;
    if (view !== this.#view) this.#setView(view);
    else if (String([...this.#active()]) !== this.#drawnActive) this.#draw();
    else this.#placeSliders();
  }

  zoom(factor) {
    const x = viewports.toX(this.#view, this.#position);
    const isSeen = x >= 0 && x <= this.#view.width;
    this.#setView(viewports.zoomed(this.#view, factor, isSeen ? x : this.#view.width / 2));
  }

  fit() {
    this.#setView(viewports.fitted(this.#view.width, this.#description.duration, this.#description.timescale));
  }

  /** Starts to load thumbnails and waveforms. */
  startLoading() {
    this.#isLoading = true;
    this.#draw();
  }

  close() {
    this.#queue.close();
    this.#observer.disconnect();
    this.#scheme.onchange = null;
  }

  #makeSliders() {
    const { timescale } = this.#description;
    const make = (name, label, handlers) => {
      this.#sliders[name] = new Slider(`handle ${name}`, label, timescale, {
        timeAt: (x) => viewports.toTime(this.#view, x - this.#area.getBoundingClientRect().left),
        onFocus: (time) => this.#setView(viewports.revealing(this.#view, time)),
        ...handlers,
      });
      this.#area.append(this.#sliders[name].node);
    };
    const drag = (onMove, onDone) => ({
      onMove: (time, isDragged) => {
        // The playhead follows a handle; snapping uses its original position.
        this.#origin ??= this.#position;
        onMove(isDragged ? this.#snap(time, this.#origin) : time);
      },
      onDone: () => {
        this.#origin = null;
        onDone();
      },
    });
    const trim = (index) => drag((time) => this.#moveTrim(index, time), () => this.#tell('trim', this.#alignedTrim()));
    const select = (key) => drag((time) => this.#moveSelection(key, time), () => {
      this.#moveSelection(key, this.#align(this.#selection[key]));
      this.#tell('select', this.#selection);
    });
    make('trim-start', 'Beginning of the kept range', trim(0));
    make('trim-end', 'End of the kept range', trim(1));
    make('in', 'Beginning of the selection', select('start'));
    make('out', 'End of the selection', select('end'));
    make('playhead', 'Position', {
      onMove: (time, isDragged) => this.#tell('scrub', isDragged ? this.#snap(time) : time),
      onDone: () => {},
    });
  }

  #moveTrim(index, time) {
    const range = [...(this.#trim ?? this.#edit.trim)];
    const min = Math.ceil(this.#description.timescale / 100);
    range[index] = index === 0 ? Math.min(time, range[1] - min) : Math.max(time, range[0] + min);
    this.#trim = range;
    this.#draw();
    this.#tell('trimming', { kind: index === 0 ? 'start' : 'end', time: range[index], range });
  }

  // When a handle is dropped, its frame is known, which may not have been the case while it moved.
  #alignedTrim() {
    return (this.#trim ?? this.#edit.trim).map((time, i) => (time === this.#edit.trim[i] ? time : this.#align(time)));
  }

  #moveSelection(key, time) {
    const { start, end } = this.#selection;
    const isValid = key === 'start' ? end === null || time < end : start === null || time > start;
    if (!isValid) return;
    this.#selection = { ...this.#selection, [key]: time };
    this.#draw();
    this.#tell('scrub', key === 'end' ? Math.max(0, time - 1) : time);
  }

  // Marks and the playhead take precedence over frames, because a frame boundary is always near.
  #snap(time, playhead = null) {
    const distance = snapPixels * this.#view.scale;
    const near = [0, this.#description.duration, ...this.#marks.map((mark) => mark.time)];
    if (playhead !== null) near.push(playhead);
    const snapped = viewports.snapped(time, near, distance);
    return snapped !== time ? snapped : this.#align(time);
  }

  // Drawing: at most once per display frame.

  #draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      if (!this.node.isConnected) return;
      this.#colors ??= readColors(this.node);
      const active = this.#active();
      this.#drawnActive = String([...active]);
      const state = {
        selection: this.#selection, trim: this.#trim, active, colors: this.#colors,
        operations: this.#drag?.applied(this.#edit.operations) ?? null,
      };
      const jobs = this.#painter.paint(this.#view, this.#description, this.#edit, state);
      if (this.#isLoading) this.#queue.show(jobs);
      this.#placeSliders();
      this.#scroll.show(this.#view);
    });
  }

  // Returns the operations with handles: those that act at the position, are selected, or are under the pointer.
  #active() {
    return activeNumbers(this.#edit.operations, this.#position, this.#selection, this.#hovered);
  }

  #placeSliders() {
    const [trimStart, trimEnd] = this.#trim ?? this.#edit.trim;
    const { duration } = this.#description;
    const place = (name, time, min = 0, max = duration) => {
      this.#sliders[name].place(time, viewports.toX(this.#view, time ?? 0), this.#view.width, min, max);
    };
    place('trim-start', trimStart, 0, trimEnd);
    place('trim-end', trimEnd, trimStart, duration);
    place('in', this.#selection.start);
    place('out', this.#selection.end);
    place('playhead', this.#position);
    this.#sliders.playhead.node.classList.toggle('removed', !isKept(this.#edit, this.#position));
  }

  #layOut() {
    const height = totalHeight(this.#description);
    const density = window.devicePixelRatio || 1;
    const width = Math.max(1, this.#area.clientWidth);
    this.#area.style.height = `${height}px`;
    this.#area.style.setProperty('--film-top', `${filmTop()}px`);
    this.#area.style.setProperty('--height', `${height}px`);
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(height * density);
    this.#canvas.getContext('2d').setTransform(density, 0, 0, density, 0, 0);
    this.#setView(viewports.resized(this.#view, width));
  }

  #setView(view) {
    this.#view = view;
    this.#draw();
    this.#tell('view');
  }

  // Pointers.

  #listen() {
    this.#observer = new ResizeObserver(() => this.#layOut());
    this.#observer.observe(this.#area);
    this.#scheme.onchange = () => {
      this.#colors = null;
      this.#draw();
    };
    this.node.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#canvas.addEventListener('pointerdown', (event) => this.#down(event));
    this.#canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel']) this.#canvas.addEventListener(type, (event) => this.#up(event));
    this.#canvas.addEventListener('pointerleave', () => {
      this.#hover.hide();
      this.#setHovered(null);
    });
  }

  #wheel(event) {
    if (event.ctrlKey) {
      const x = event.clientX - this.#area.getBoundingClientRect().left;
      this.#setView(viewports.zoomed(this.#view, Math.exp(event.deltaY * 0.005), x));
    } else if (!viewports.isFitted(this.#view)) {
      this.#setView(viewports.scrolled(this.#view, event.deltaX || event.deltaY));
    } else {
      return;
    }
    event.preventDefault();
  }

  #down(event) {
    this.#canvas.setPointerCapture(event.pointerId);
    const grip = this.#pointers.size === 0 ? gripAt(...this.#placeOf(event), this.#scene) : null;
    this.#drag = grip && new EffectDrag(grip);
    if (grip) {
      const [start, end] = grip.operation.ranges[0];
      this.#tell('select', { start, end });
      return;
    }
    this.#pointers.set(event.pointerId, event.clientX);
    const time = this.#timeOf(event);
    if (event.shiftKey) this.#selection = { start: time, end: null };
    this.#anchor = event.shiftKey ? time : null;
    if (this.#pointers.size === 1) this.#tell('scrub', time);
  }

  #move(event) {
    if (event.pointerType === 'mouse') {
      this.#hover.show(this.#placeOf(event)[0], this.#timeOf(event), this.#view, this.#marks, this.#description);
    }
    if (this.#drag) {
      this.#drag.move(this.#placeOf(event)[1], this.#timeOf(event), this.#description);
      this.#draw();
      return;
    }
    const under = gripAt(...this.#placeOf(event), this.#scene);
    this.#canvas.style.cursor = cursors[under?.part] ?? '';
    this.#setHovered(under?.operation.number ?? null);
    if (!this.#pointers.has(event.pointerId)) return;
    if (this.#pointers.size === 2) {
      this.#pinch(event);
      return;
    }
    const time = this.#timeOf(event);
    if (this.#anchor !== null && time !== this.#anchor) {
      this.#selection = { start: Math.min(time, this.#anchor), end: Math.max(time, this.#anchor) };
      this.#draw();
    }
    this.#tell('scrub', time);
  }

  #up(event) {
    if (this.#drag?.changed) {
      const { number, words, ranges: [[start, end]] } = this.#drag.changed;
      this.#tell('replace', { number, words, range: { start, end } });
      this.#tell('select', { start, end });
      return;
    }
    this.#drag = null;
    this.#pointers.delete(event.pointerId);
    if (this.#anchor !== null) this.#tell('select', this.#selection);
    this.#anchor = null;
  }

  #setHovered(number) {
    if (number === this.#hovered) return;
    this.#hovered = number;
    this.#draw();
  }

  #placeOf(event) {
    const box = this.#area.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  get #scene() {
    return { view: this.#view, description: this.#description, operations: this.#edit.operations };
  }

  // Two fingers: their distance zooms, their centre scrolls.
  #pinch(event) {
    const left = this.#area.getBoundingClientRect().left;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)[1];
    const before = this.#pointers.get(event.pointerId);
    this.#pointers.set(event.pointerId, event.clientX);
    const factor = Math.max(10, Math.abs(before - other)) / Math.max(10, Math.abs(event.clientX - other));
    const view = viewports.zoomed(this.#view, factor, (before + other) / 2 - left);
    this.#setView(viewports.scrolled(view, (before - event.clientX) / 2));
  }

  get #marks() {
    return [...this.#description.marks, ...this.#edit.marks];
  }

  #timeOf(event) {
    const x = event.clientX - this.#area.getBoundingClientRect().left;
    return this.#snap(viewports.toTime(this.#view, x));
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function readColors(host) {
  const style = getComputedStyle(host);
  return Object.fromEntries(colorNames.map((name) => [name, style.getPropertyValue(`--timeline-${name}`).trim()]));
}


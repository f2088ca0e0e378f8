// The timeline: a canvas in recording time, so that cuts are visible, with real elements as handles over it.

import { element } from './dom.js';
import { clock, happening } from './format.js';
import { isKept } from './editmap.js';
import {
  activeNumbers, audioEffects, bars, decibelsAt, gainAt, gainLine,
} from './operations.js';
import { kindOf, wordsOf } from './operationtext.js';
import { Painter, barLanes, barTop, filmTop, totalHeight, waveTop, heights } from './painter.js';
import { Slider } from './slider.js';
import { TileQueue, Thumbnails, Waves } from './tiles.js';
import * as viewports from './viewport.js';

const snapPixels = 7;
const gripPixels = 6;
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
  #hover = element('div', { class: 'hover-time', hidden: true });
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
  /** The dragged part of an effect, and the effect's preview. */
  #grip = null;
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
    this.#area = element('div', { class: 'timeline-area' }, this.#canvas, this.#hover);
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
    this.#grip = null;
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
    make('trim-start', 'Beginning of what is kept', trim(0));
    make('trim-end', 'End of what is kept', trim(1));
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
        selection: this.#selection, trim: this.#trim, operations: this.#draggedOperations(), active, colors: this.#colors,
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
      this.#hover.hidden = true;
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
    this.#grip = this.#pointers.size === 0 ? this.#gripAt(event) : null;
    if (this.#grip) {
      const [start, end] = this.#grip.operation.ranges[0];
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
    this.#showHover(event);
    if (this.#grip) {
      this.#dragGrip(event);
      return;
    }
    const under = this.#gripAt(event);
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
    if (this.#grip?.changed) {
      const { operation: { number }, changed } = this.#grip;
      const [start, end] = changed.ranges[0];
      this.#tell('replace', { number, words: changed.words, range: { start, end } });
      this.#tell('select', { start, end });
      return;
    }
    this.#grip = null;
    this.#pointers.delete(event.pointerId);
    if (this.#anchor !== null) this.#tell('select', this.#selection);
    this.#anchor = null;
  }

  // Effects: the ends of their bars and the lines of gains can be dragged; a click on a bar selects its range.

  #setHovered(number) {
    if (number === this.#hovered) return;
    this.#hovered = number;
    this.#draw();
  }

  #gripAt(event) {
    const box = this.#area.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return this.#barAt(x, y) ?? this.#gainAt(x, y);
  }

  #barAt(x, y) {
    if (!this.#description.video) return null;
    for (const { operation, range, lane } of bars(this.#edit.operations, barLanes)) {
      const [left, right] = range.map((time) => viewports.toX(this.#view, time));
      const isInside = y >= barTop(lane) && y <= barTop(lane) + heights.bar && x >= left - gripPixels && x <= right + gripPixels;
      if (!isInside) continue;
      const part = Math.abs(x - right) <= gripPixels ? 'end' : Math.abs(x - left) <= gripPixels ? 'start' : 'bar';
      return { operation, part, changed: null };
    }
    return null;
  }

  #gainAt(x, y) {
    const time = viewports.toTime(this.#view, x);
    for (const [track, { source }] of this.#description.tracks.entries()) {
      const effects = audioEffects(this.#edit.operations, source);
      const operation = effects.findLast((each) => kindOf(each) === 'gain' && time >= each.ranges[0][0] && time < each.ranges[0][1]);
      const top = waveTop(this.#description, track);
      const line = top + gainLine(decibelsAt(effects, time), heights.wave);
      if (operation && Math.abs(y - line) <= gripPixels) {
        // Of several effects at this instant, only one is dragged; the others do not change.
        const others = decibelsAt(effects.filter((each) => each !== operation), time);
        return { operation, part: 'gain', top, others, changed: null };
      }
    }
    return null;
  }

  #dragGrip(event) {
    const { operation, part } = this.#grip;
    if (part === 'gain') {
      const y = event.clientY - this.#area.getBoundingClientRect().top - this.#grip.top;
      const gain = Math.min(24, Math.max(-60, gainAt(y, heights.wave) - this.#grip.others));
      if (!Number.isFinite(gain)) return;
      const words = wordsOf(operation, { gain });
      this.#grip.changed = gain === operation.gain ? null : { ...operation, gain, words };
    } else if (part !== 'bar') {
      const range = [...operation.ranges[0]];
      const min = Math.ceil(this.#description.timescale / 100);
      const time = Math.min(Math.max(0, this.#timeOf(event)), this.#description.duration);
      if (part === 'start') range[0] = Math.min(time, range[1] - min);
      else range[1] = Math.max(time, range[0] + min);
      this.#grip.changed = { ...operation, ranges: [range], words: wordsOf(operation) };
    }
    this.#draw();
  }

  #draggedOperations() {
    const changed = this.#grip?.changed;
    return changed ? this.#edit.operations.map((each) => (each.number === changed.number ? changed : each)) : null;
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

  #showHover(event) {
    if (event.pointerType !== 'mouse') return;
    const x = event.clientX - this.#area.getBoundingClientRect().left;
    const time = this.#timeOf(event);
    const { timescale } = this.#description;
    const mark = this.#marks.find((each) => Math.abs(each.time - time) < 6 * this.#view.scale);
    const point = this.#description.points.find((each) => Math.abs(each.time - time) < 4 * this.#view.scale);
    const what = [mark?.name, point && happening(point)].filter(Boolean).join(' · ');
    this.#hover.textContent = `${clock(time / timescale, 2)}${what && ` · ${what}`}`;
    this.#hover.hidden = false;
    const margin = this.#hover.offsetWidth / 2;
    this.#hover.style.left = `${Math.min(Math.max(x, margin), this.#view.width - margin)}px`;
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

const cursors = { start: 'ew-resize', end: 'ew-resize', gain: 'ns-resize', bar: 'pointer' };

/** A scroll bar in ticks. A native one would need an element of millions of pixels for a long recording. */
class ScrollBar {
  #thumb = element('div', { class: 'scroll-thumb' });
  #view = null;

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
    this.node.classList.toggle('full', viewports.isFitted(view));
    this.#thumb.style.width = `${width}px`;
    this.#thumb.style.transform = `translateX(${free > 0 ? (view.start / free) * (view.width - width) : 0}px)`;
  }

  #timeAt(clientX) {
    const { left } = this.node.getBoundingClientRect();
    const free = this.#view.width - this.#thumb.offsetWidth;
    return free > 0 ? ((clientX - left) / free) * (this.#view.duration - this.#view.scale * this.#view.width) : 0;
  }
}

function readColors(host) {
  const style = getComputedStyle(host);
  return Object.fromEntries(colorNames.map((name) => [name, style.getPropertyValue(`--timeline-${name}`).trim()]));
}


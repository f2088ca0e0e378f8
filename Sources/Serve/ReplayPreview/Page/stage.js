// The stage: the video, the still over it, the frame under a trim handle, and messages.

import { rectangle } from './area.js';
import { missingSupport } from './buffers.js';
import { announce, element } from './dom.js';
import { placeOf } from './place.js';

const previewHeight = 360;

/** The stage of one recording. */
export class Stage {
  node;
  video = element('video', { playsinline: true, 'aria-label': 'The edit', tabindex: -1 });
  still = element('img', { class: 'still', alt: '', hidden: true, draggable: 'false' });
  /** Frames that the edit removes, while a handle is dragged over them; and stills if nothing can be played. */
  preview = element('img', { class: 'still', alt: '', hidden: true, draggable: 'false' });
  #message = element('p', { class: 'stage-message', role: 'status', hidden: true });
  #progress = element('progress', {
    class: 'stage-progress', max: 1, 'aria-label': 'The preview is being prepared', hidden: true,
  });
  #waiting = element('p', { class: 'stage-waiting', text: 'This part is still being prepared', hidden: true });
  #wanted = null;
  #isWanted = false;
  #isLoading = false;

  /** @param {() => void} onClick @param {HTMLElement[]} overlays cover the video */
  constructor(onClick, ...overlays) {
    this.node = element('section', { class: 'stage', 'aria-label': 'Video', onclick: onClick },
      this.video, this.still, this.preview, ...overlays, this.#message, this.#waiting, this.#progress);
  }

  /** Shows a message over the video; a note is at its edge. */
  say(text, { isNote = false } = {}) {
    this.#message.textContent = text;
    this.#message.hidden = false;
    this.#message.classList.toggle('note', isNote);
  }

  /** Shows how much of the proxy exists, and why frames are missing. @param {object} description `RecordingDescription` */
  showDescription(description) {
    const { video, problem } = description;
    const progress = video?.progress ?? (problem ? 1 : 0);
    this.#progress.hidden = progress >= 1;
    this.#progress.value = progress;
    const note = problem ?? missingSupport(description) ?? (video ? null : 'The video is not prepared yet.');
    if (note) this.say(note, { isNote: true });
    else if (this.#message.classList.contains('note')) this.#message.hidden = true;
  }

  /** Shows or hides the message that the frame at the position is not prepared yet. */
  wait(isWaiting) {
    if (isWaiting && this.#waiting.hidden) announce('This part is still being prepared');
    this.#waiting.hidden = !isWaiting;
    if (!isWaiting) this.showPreview(null);
  }

  /** Shows the frame at a recording time even if the edit removes it; null ends that. */
  showPreview(time, media = null) {
    this.#wanted = time === null ? null : { time, media };
    this.#isWanted = time !== null;
    if (!this.#isWanted && !this.#isStills()) this.preview.hidden = true;
    if (this.#wanted) this.#load();
  }

  /**
   * Lets the user draw on the video.
   * @param {object} frame `EditDescription.Frame`
   * @param {'rectangle' | 'arrow' | 'point'} kind
   * @returns {Promise<number[] | number[][] | null>} x, y, width and height in pixels of the frame, or points; null if cancelled
   */
  draw(frame, kind) {
    const shape = element('div', { class: kind === 'arrow' ? 'arrow-line' : 'area-frame', hidden: true });
    const label = `${{ rectangle: 'Draw a rectangle', arrow: 'Draw an arrow', point: 'Click the place' }[kind]}; press Escape to cancel`;
    const overlay = element('div', { class: 'stage-draw', tabindex: 0, 'aria-label': label }, shape);
    overlay.addEventListener('click', (event) => event.stopPropagation());
    this.node.append(overlay);
    overlay.focus();
    announce(label);
    const box = overlay.getBoundingClientRect();
    const { scale, left, top } = placeOf(box, frame);
    const point = (event) => [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale];
    let [anchor, area, tip] = [null, null, null];
    return new Promise((resolve) => {
      const end = (result) => {
        overlay.remove();
        resolve(result);
      };
      overlay.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end(null);
      });
      overlay.addEventListener('pointerdown', (event) => {
        event.preventDefault();
        overlay.setPointerCapture(event.pointerId);
        anchor = point(event);
        if (kind === 'point') end([within(anchor, frame)]);
      });
      overlay.addEventListener('pointermove', (event) => {
        if (!anchor || kind === 'point') return;
        tip = point(event);
        shape.hidden = false;
        if (kind === 'arrow') return showLine(shape, anchor, tip, { scale, left, top });
        area = rectangle(anchor, point(event), frame.width, frame.height);
        const [x, y, w, h] = area.map((value) => value * scale);
        Object.assign(shape.style, { left: `${left + x}px`, top: `${top + y}px`, width: `${w}px`, height: `${h}px` });
      });
      overlay.addEventListener('pointerup', () => {
        if (kind === 'arrow') return end(tip && [within(anchor, frame), within(tip, frame)]);
        const [x, y, w, h] = area ?? [0, 0, 0, 0];
        end(w >= 2 && h >= 2 ? [x, y, w, h] : null);
      });
    });
  }

  close() {
    this.#wanted = null;
    URL.revokeObjectURL(this.preview.src);
  }

  // If the browser cannot play, the still player uses the preview.
  #isStills() {
    return !this.video.src;
  }

  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#wanted) {
      const { time, media } = this.#wanted;
      this.#wanted = null;
      try {
        const blob = await media.thumbnail(time, previewHeight);
        URL.revokeObjectURL(this.preview.src);
        this.preview.src = URL.createObjectURL(blob);
        await this.preview.decode();
        this.preview.hidden = !this.#isWanted;
      } catch {
        // The next movement of the handle requests the frame again.
      }
    }
    this.#isLoading = false;
  }
}

/** Returns a point moved into a frame, in whole pixels. */
function within([x, y], { width, height }) {
  return [Math.round(Math.min(Math.max(0, x), width)), Math.round(Math.min(Math.max(0, y), height))];
}

/** Shows a line between two points of the frame. */
function showLine(node, [x0, y0], [x1, y1], { scale, left, top }) {
  const [width, height] = [(x1 - x0) * scale, (y1 - y0) * scale];
  Object.assign(node.style, {
    left: `${left + x0 * scale}px`, top: `${top + y0 * scale}px`, width: `${Math.hypot(width, height)}px`,
    transform: `rotate(${Math.atan2(height, width)}rad)`,
  });
}

// The actions of the edit view, which keys and buttons run.

import { recordingPath } from './api.js';
import { announce, askText, toast, toastError } from './dom.js';
import { cutPoint, cutPoints, endToRecording, nearest, neighbor, toRecording } from './editmap.js';
import { spoken } from './format.js';
import { openHelp } from './help.js';

const maxRate = 8;

/**
 * What the actions need of their view.
 * @typedef {object} View
 * @property {import('./player.js').Player | null} player
 * @property {import('./editor.js').Editor} editor
 * @property {import('./timeline.js').Timeline} timeline
 * @property {object} description of the recording
 * @property {(selection: {start: number | null, end: number | null}) => void} select
 * @property {() => void} share
 * @property {() => void} endPreview stops the preview of a frame that is not in the edit
 * @property {(description: object) => void} takeDescription
 */

/** The actions on one recording. */
export class EditActions {
  #api;
  #id;
  #view;

  #actions = {
    playPause: () => (this.#player.isPlaying ? this.#player.pause() : this.#player.play()),
    forward: () => this.#player.play({ rate: this.#faster(1) }),
    backward: () => this.#player.playBackward(-this.#faster(-1)),
    playCut: () => this.#playCut(),
    previousFrame: () => this.#step(-1),
    nextFrame: () => this.#step(1),
    previousSecond: () => this.#move(-1),
    nextSecond: () => this.#move(1),
    previousCut: () => this.#goToCut(-1),
    nextCut: () => this.#goToCut(1),
    toStart: () => this.#player.seek(0),
    toEnd: () => this.#player.seek(this.#editor.edit.duration),
    setIn: () => this.#setIn(),
    setOut: () => this.#setOut(),
    cut: () => this.#cut(),
    trimStart: () => this.trim(toRecording(this.#editor.edit, this.#cutPoint()), this.#editor.edit.trim[1]),
    trimEnd: () => this.trim(this.#editor.edit.trim[0], endToRecording(this.#editor.edit, this.#cutPoint(true))),
    undo: async () => await this.#editor.undo() && this.#tellLength('Undone'),
    redo: async () => await this.#editor.redo() && this.#tellLength('Redone'),
    mark: () => this.#mark(),
    zoomIn: () => this.#timeline.zoom(0.5),
    zoomOut: () => this.#timeline.zoom(2),
    zoomFit: () => this.#timeline.fit(),
    share: () => this.#view.share(),
    escape: () => this.#view.select({ start: null, end: null }),
    help: () => openHelp(),
  };

  /** @param {import('./api.js').API} api @param {string} id of the recording @param {View} view */
  constructor(api, id, view) {
    this.#api = api;
    this.#id = id;
    this.#view = view;
  }

  /** Runs an action, once there is a player. @param {string} action as in `keys.js` */
  run(action) {
    if (this.#player) this.#actions[action]();
  }

  get #player() {
    return this.#view.player;
  }

  get #editor() {
    return this.#view.editor;
  }

  get #timeline() {
    return this.#view.timeline;
  }

  get #description() {
    return this.#view.description;
  }

  // Editing.

  /** Keeps one range of the recording. */
  async trim(start, end) {
    this.#view.endPreview();
    const [oldStart, oldEnd] = this.#editor.edit.trim;
    if (start === oldStart && end === oldEnd) {
      this.#timeline.setEdit(this.#editor.edit);
      return;
    }
    if (await this.#editor.trim(start, end)) this.#tellLength('Trimmed');
    else this.#timeline.setEdit(this.#editor.edit);
  }

  async #cut() {
    const { start, end } = this.#timeline.selection;
    if (start === null || end === null) {
      toast('Press I where the cut begins, and O where it ends.');
      return;
    }
    if (!await this.#editor.cut(start, end)) return;
    this.#view.select({ start: null, end: null });
    this.#tellLength(`Cut ${spoken((end - start) / this.#description.timescale)}`);
  }

  #tellLength(what) {
    announce(`${what}. ${spoken(this.#editor.edit.duration / this.#description.timescale)} remain.`);
  }

  #setIn() {
    const start = toRecording(this.#editor.edit, this.#cutPoint());
    const { end } = this.#timeline.selection;
    this.#view.select({ start, end: end !== null && end > start ? end : null });
    announce('The selection begins here');
  }

  #setOut() {
    const end = endToRecording(this.#editor.edit, this.#cutPoint(true));
    const { start } = this.#timeline.selection;
    this.#view.select({ start: start !== null && start < end ? start : null, end });
    announce('The selection ends here');
  }

  #cutPoint(isEnd = false) {
    const { edit } = this.#editor;
    return cutPoint(this.#player.frame(), this.#player.position(), edit, this.#description.timescale, isEnd);
  }

  async #mark() {
    const time = toRecording(this.#editor.edit, this.#cutPoint());
    this.#player.pause();
    const name = await askText('Mark this frame', { label: 'Name', action: 'Mark' });
    if (name === null) return;
    try {
      this.#view.takeDescription(await this.#api.post(recordingPath(this.#id, 'marks'), { time, name: name.trim() }));
      announce('Marked');
    } catch (error) {
      toastError(error);
    }
  }

  // Moving.

  #faster(direction) {
    const { isPlaying, rate } = this.#player;
    return isPlaying && Math.sign(rate) === direction ? Math.sign(rate) * Math.min(maxRate, Math.abs(rate) * 2) : direction;
  }

  async #step(count) {
    if (this.#player.isPlaying) await this.#player.pause();
    this.#player.step(count);
  }

  #move(seconds) {
    this.#player.seek(this.#player.position() + seconds * this.#description.timescale);
  }

  #goToCut(direction) {
    const { edit } = this.#editor;
    const stops = [0, ...cutPoints(edit), edit.duration];
    // Inside a frame, the start of that frame is not a step back.
    const position = this.#cutPoint();
    const stop = neighbor(stops, position, direction);
    if (stop !== null) this.#player.seek(stop);
  }

  async #playCut() {
    const { timescale } = this.#description;
    const cut = nearest(cutPoints(this.#editor.edit), this.#player.position());
    if (cut === null) {
      toast('There is no cut to play across.');
      return;
    }
    await this.#player.pause();
    await this.#player.seek(cut - timescale);
    this.#player.play({ until: cut + timescale });
  }
}

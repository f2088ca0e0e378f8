// The edit view: the video, the transport, the timeline and the side panels, for one player and one editor.

import { Media, recordingPath } from './api.js';
import { announce, askText, button, editInPlace, element, toast, toastError } from './dom.js';
import { missingSupport } from './buffers.js';
import {
  alignedToFrame, cutPoint, cutPoints, endToRecording, isKept, nearest, neighbor, toEdited, toRecording,
} from './editmap.js';
import { clock, spoken } from './format.js';
import { hasCharacterKeys, openHelp } from './help.js';
import { isolated } from './isolation.js';
import { actionOf } from './keys.js';
import { Editor } from './editor.js';
import { EffectPanel } from './effects.js';
import { isActing, rectanglesAt } from './operations.js';
import { kindOf, wordsOf } from './operationtext.js';
import { ClipList, MarkList, Tabs } from './panels.js';
import { Player } from './player.js';
import { RectangleOverlay } from './rectangles.js';
import { SharePanel } from './share.js';
import { Stage } from './stage.js';
import { StillOverlay } from './still.js';
import { StillPlayer } from './stillplayer.js';
import { Timeline } from './timeline.js';

const maxRate = 8;
const firstFrameLimit = 2000; // ms after which the timeline is loaded even without a first frame

/** The view of one recording. */
export class EditView {
  #app;
  #host;
  #id;
  #abort = new AbortController();
  #description;
  #media;
  #player;
  #editor;
  #timeline;
  #still;
  #stage;
  #tabs;
  #clips;
  #effects;
  #rectangles;
  #isShowingEffects = false;
  #shownMedia;
  #marks;
  #shared;
  #parts;
  #estimateTimer = 0;
  #scrubbed = null;

  constructor(app, host, id) {
    this.#app = app;
    this.#host = host;
    this.#id = id;
    this.#open();
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#estimateTimer);
    this.#still?.close();
    this.#timeline?.close();
    this.#player?.close();
    this.#stage?.close();
    this.#rectangles?.close();
    delete window.replay;
  }

  /** Opens the share panel. */
  share() {
    this.#tabs?.show('share', { focus: true });
  }

  async #open() {
    this.#media = new Media(this.#app.api, this.#id);
    try {
      this.#description = await this.#app.api.get(recordingPath(this.#id));
      if (this.#abort.signal.aborted) return;
      this.#build();
      setTimeout(() => this.#timeline.startLoading(), firstFrameLimit);
      await this.#openPlayer();
      this.#timeline.startLoading();
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      if (this.#stage) this.#stage.say(error.message);
      else this.#gone(error.message);
    }
  }

  #gone(text) {
    this.#host.replaceChildren(element('div', { class: 'empty' }, element('h1', { text: 'This recording cannot be shown' }),
      element('p', { text }), button({ text: 'Library', kind: 'primary', onclick: () => this.#app.go('library') })));
  }

  async #openPlayer(position = 0) {
    const missing = missingSupport(this.#description);
    if (missing) {
      this.#player = new StillPlayer(this.#stage.preview, this.#media, this.#description);
      this.#stage.say(missing, { isNote: true });
    } else {
      this.#player = await Player.open(this.#stage.video, this.#media, this.#description);
      if (this.#abort.signal.aborted) {
        this.#player.close();
        return;
      }
    }
    this.#shownMedia = this.#description.edit.media;
    window.replay = this.#player;
    this.#player.addEventListener('position', () => this.#showPosition());
    this.#player.addEventListener('state', () => this.#showState());
    this.#player.addEventListener('waiting', () => this.#wait());
    this.#player.addEventListener('stale', ({ detail }) => this.#editor.take(detail));
    this.#player.addEventListener('error', ({ detail }) => toastError(detail));
    if (this.#description.video && !missing) this.#still = new StillOverlay(this.#stage.still, this.#player, this.#media);
    // The edit may have changed while the player was opening.
    this.#player.setEdit(this.#editor.edit);
    await this.#player.seek(position);
  }

  // Cropping, or composing frames for the first time, changes their size or format, which requires a new player.
  async #reopenPlayer(edit) {
    const time = toRecording(this.#description.edit, this.#player.position());
    const wasPlaying = this.#player.isPlaying;
    this.#still?.close();
    this.#player.close();
    this.#player = null;
    try {
      this.#description = await this.#app.api.get(recordingPath(this.#id));
      await this.#openPlayer(toEdited(edit, time));
      if (wasPlaying) await this.#player?.play();
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#stage.say(error.message);
    }
  }

  // Building.

  #build() {
    const { name, timescale, edit } = this.#description;
    document.title = `${name.slice(0, 100)} – Replay`;
    this.#editor = new Editor(this.#app.api, this.#id, edit);
    this.#rectangles = isolated('Rectangles', () => new RectangleOverlay((operation, area) => {
      const [start, end] = operation.ranges[0];
      this.#editor.replace(operation.number, wordsOf(operation, { rectangle: area }), { start, end });
    }));
    this.#stage = new Stage(this.#description, () => this.#run('playPause'), this.#rectangles.node);
    this.#makePanels(timescale);
    this.#tabs = new Tabs([
      ['clips', 'Clips', this.#clips.node], ['effects', 'Effects', this.#effects.node],
      ['marks', 'Marks', this.#marks.node], ['share', 'Share', this.#shared.node],
    ], (name) => {
      this.#shared.setShown(name === 'share');
      this.#isShowingEffects = name === 'effects';
      this.#showRectangles();
    });
    const timelineHost = element('div', { class: 'timeline' });
    this.#parts = this.#makeParts(name);
    this.#host.replaceChildren(
      this.#parts.bar,
      element('div', { class: 'work' }, this.#stage.node, this.#parts.transport,
        element('section', { class: 'timeline-box', 'aria-label': 'Timeline' }, this.#parts.tools, timelineHost)),
      this.#tabs.node);
    this.#timeline = isolated('Timeline',
      () => new Timeline(timelineHost, this.#media, this.#description, (time) => this.#aligned(time)),
      { selection: { start: null, end: null } });
    if (this.#app.isSharing) this.#tabs.show('share');
    this.#listen();
    this.#showDescription();
    this.#showEdit(edit);
  }

  #makePanels(timescale) {
    this.#clips = isolated('Clips', () => new ClipList(timescale, (ticks) => this.#player?.seek(ticks)));
    this.#marks = isolated('Marks',
      () => new MarkList(timescale, (time) => this.#goTo(time), () => this.#run('mark')));
    this.#effects = isolated('Effects', () => new EffectPanel(this.#editor, {
      timescale, getDuration: () => this.#description.duration, draw: () => this.#drawRectangle(),
      onSelect: (selection) => this.#select(selection), onGo: (time) => this.#goTo(time),
    }));
    this.#shared = isolated('Share', () => new SharePanel(this.#app, this.#id, this.#abort.signal));
  }

  #makeParts(name) {
    const act = (iconName, action, title, extra = {}) => button({
      icon: iconName, title, onclick: () => this.#run(action), onmousedown: keepFocus, ...extra,
    });
    const title = element('span', { class: 'name', text: name, title: name.slice(0, 500) });
    const undo = act('undo', 'undo', 'Undo (Ctrl+Z)');
    const redo = act('redo', 'redo', 'Redo (Ctrl+Shift+Z)');
    const play = act('play', 'playPause', 'Play (Space)', { kind: 'play' });
    const pause = act('pause', 'playPause', 'Pause (Space)', { kind: 'play', hidden: true });
    const position = element('span', { class: 'position', text: '0:00.000' });
    const length = element('span', { class: 'hint' });
    const rate = element('span', { class: 'rate hint' });
    const cut = act('cut', 'cut', 'Cut the selection (X)', { text: 'Cut' });
    const bar = element('div', { class: 'edit-bar' },
      element('h1', {}, title),
      button({ icon: 'rename', title: 'Rename', kind: 'quiet', onclick: () => this.#rename(title) }),
      element('span', { class: 'spacer' }), undo, redo,
      act('help', 'help', 'Keyboard shortcuts (?)'),
      button({ icon: 'share', text: 'Share', kind: 'primary', onclick: () => this.share() }));
    const transport = element('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' },
      element('div', { class: 'times' }, position, length),
      element('div', { class: 'buttons' },
        act('previousCut', 'previousCut', 'Previous cut (↑)'), act('previousFrame', 'previousFrame', 'Previous frame (←)'),
        play, pause,
        act('nextFrame', 'nextFrame', 'Next frame (→)'), act('nextCut', 'nextCut', 'Next cut (↓)')),
      element('div', { class: 'after' }, rate, act('acrossCut', 'playCut', 'Play across the nearest cut (P)')));
    const tools = element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Edit' },
      act('setIn', 'setIn', 'Begin the selection here (I)'), act('setOut', 'setOut', 'End the selection here (O)'), cut,
      act('mark', 'mark', 'Mark this frame (M)'),
      element('span', { class: 'spacer' }),
      act('zoomOut', 'zoomOut', 'Zoom out (−)'), act('zoomFit', 'zoomFit', 'Show all (0)'),
      act('zoomIn', 'zoomIn', 'Zoom in (+)'));
    return { bar, transport, tools, undo, redo, play, pause, position, length, rate, cut };
  }

  #listen() {
    const { signal } = this.#abort;
    const { events } = this.#app;
    const ofThis = (type, handler) => events.addEventListener(type, ({ detail }) => {
      if (detail.recording === this.#id) handler(detail);
    }, { signal });
    ofThis('edit', ({ edit }) => this.#editor.take(edit));
    ofThis('recording', ({ description }) => this.#takeDescription(description));
    ofThis('waveform', () => this.#timeline.invalidateWaves());
    ofThis('gone', () => {
      this.close();
      this.#gone('It was discarded.');
    });
    // Events are not received while the connection is interrupted.
    events.addEventListener('connected', () => this.#refresh(), { signal });
    this.#editor.addEventListener('edit', ({ detail }) => this.#showEdit(detail));
    this.#editor.addEventListener('error', ({ detail }) => toastError(detail));
    this.#timeline.addEventListener('scrub', ({ detail }) => this.#scrub(detail));
    this.#timeline.addEventListener('trimming', ({ detail }) => this.#previewTrim(detail));
    this.#timeline.addEventListener('trim', ({ detail }) => this.#trim(...detail));
    this.#timeline.addEventListener('select', ({ detail }) => this.#select(detail));
    this.#timeline.addEventListener('replace', ({ detail }) => this.#replace(detail));
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  async #refresh() {
    try {
      this.#takeDescription(await this.#app.api.get(recordingPath(this.#id)));
    } catch (error) {
      if (error.status === 404) this.#gone('It was discarded.');
    }
  }

  // Showing.

  #takeDescription(description) {
    this.#description = description;
    this.#timeline.setDescription(description);
    this.#showDescription();
    this.#editor.take(description.edit);
  }

  #showDescription() {
    this.#stage.setProgress(this.#description.video?.progress ?? 1);
    if (this.#description.problem) this.#stage.say(this.#description.problem, { isNote: true });
  }

  #showEdit(edit) {
    const { timescale, duration } = this.#description;
    if (this.#player && this.#shownMedia && edit.media && edit.media !== this.#shownMedia) this.#reopenPlayer(edit);
    else this.#player?.setEdit(edit);
    this.#timeline.setEdit(edit);
    this.#clips.show(edit);
    this.#marks.show(this.#description, edit);
    this.#effects.show(edit);
    this.#parts.undo.disabled = !edit.canUndo;
    this.#parts.redo.disabled = !edit.canRedo;
    const isChanged = edit.duration !== duration;
    this.#parts.length.textContent = `/ ${clock(edit.duration / timescale)}`;
    this.#parts.length.title = isChanged ? `${clock(duration / timescale)} before the edit` : '';
    this.#parts.length.classList.toggle('changed', isChanged);
    if (isChanged) this.#parts.length.textContent += ` · was ${clock(duration / timescale)}`;
    if (edit.warning) toast(edit.warning);
    clearTimeout(this.#estimateTimer);
    this.#estimateTimer = setTimeout(() => this.#shared.load(), 400);
    this.#showPosition();
  }

  #showPosition() {
    if (!this.#player) return;
    const position = this.#player.position();
    this.#parts.position.textContent = clock(position / this.#description.timescale);
    if (this.#isShown(position)) this.#stage.wait(false);
    // The playhead stays inside a cut if the user placed it there; the frame shown is the next one that is kept.
    if (this.#scrubbed === null || toEdited(this.#editor.edit, this.#scrubbed) !== position) this.#scrubbed = null;
    this.#timeline.setPosition(this.#scrubbed ?? toRecording(this.#editor.edit, position), this.#player.isPlaying);
    this.#clips.setPosition(position);
    this.#showRectangles();
  }

  // Rectangles are hidden while playing. They are also hidden if the frame has another geometry than the recorded one.
  #showRectangles() {
    const edit = this.#editor.edit;
    const time = this.#player && toRecording(edit, this.#player.position());
    const isShown = this.#isShowingEffects && this.#player && !this.#player.isPlaying && this.#description.video
      && !edit.frame.isReshaped && !edit.operations.some((each) => kindOf(each) === 'zoom' && isActing(each, time));
    this.#rectangles.show(isShown ? rectanglesAt(edit.operations, time) : [], edit.frame);
  }

  // Returns true if the player shows the frame at its position.
  #isShown(position) {
    const frame = this.#player.frame();
    const isInside = frame !== null && position >= frame.start && position < frame.start + frame.duration;
    return this.#player.isPlaying || !this.#player.video || !this.#description.video || isInside;
  }

  // If the proxy does not reach the position yet, a frame of the recording is shown instead.
  #wait() {
    this.#stage.wait(true);
    this.#stage.showPreview(toRecording(this.#editor.edit, this.#player.position()), this.#media);
  }

  #showState() {
    // A player that was closed may still send an event.
    if (!this.#player) return;
    const { isPlaying, rate } = this.#player;
    const hadFocus = [this.#parts.play, this.#parts.pause].includes(document.activeElement);
    this.#parts.play.hidden = isPlaying;
    this.#parts.pause.hidden = !isPlaying;
    if (hadFocus) (isPlaying ? this.#parts.pause : this.#parts.play).focus();
    this.#parts.rate.textContent = isPlaying && rate !== 1 ? `${rate}×` : '';
    this.#showPosition();
  }

  // Moving.

  #goTo(time) {
    this.#player?.seek(toEdited(this.#editor.edit, time));
  }

  #scrub(time) {
    if (!this.#player) return;
    if (this.#player.rate < 0) this.#player.pause();
    this.#scrubbed = time;
    this.#player.seek(toEdited(this.#editor.edit, time));
  }

  // Previews the frame under a handle: the player shows a kept frame, a thumbnail of the recording shows any other.
  #previewTrim({ kind, time }) {
    const shown = kind === 'start' ? time : Math.max(0, time - 1);
    if (isKept(this.#editor.edit, shown)) this.#goTo(shown);
    else this.#stage.showPreview(shown, this.#media);
  }

  #aligned(time) {
    const { edit } = this.#editor;
    return alignedToFrame(edit, this.#player?.frameAt(toEdited(edit, time)) ?? null, time, this.#description.timescale);
  }

  // Editing.

  async #trim(start, end) {
    this.#stage.showPreview(null);
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
      toast('Set where the cut begins with I, and where it ends with O.');
      return;
    }
    if (!await this.#editor.cut(start, end)) return;
    this.#select({ start: null, end: null });
    this.#tellLength(`Cut ${spoken((end - start) / this.#description.timescale)}`);
  }

  // If the operation is refused, the timeline shows the unchanged edit again.
  async #replace({ number, words, range }) {
    if (!await this.#editor.replace(number, words, range)) this.#timeline.setEdit(this.#editor.edit);
  }

  #tellLength(what) {
    announce(`${what}. ${spoken(this.#editor.edit.duration / this.#description.timescale)} remain.`);
  }

  #select(selection) {
    this.#timeline.selection = selection;
    this.#effects.showSelection(selection);
    this.#parts.cut.classList.toggle('primary', selection.start !== null && selection.end !== null);
  }

  #setIn() {
    const start = toRecording(this.#editor.edit, this.#cutPoint());
    const { end } = this.#timeline.selection;
    this.#select({ start, end: end !== null && end > start ? end : null });
    announce('The selection begins here');
  }

  #setOut() {
    const end = endToRecording(this.#editor.edit, this.#cutPoint(true));
    const { start } = this.#timeline.selection;
    this.#select({ start: start !== null && start < end ? start : null, end });
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
      this.#takeDescription(await this.#app.api.post(recordingPath(this.#id, 'marks'), { time, name: name.trim() }));
      announce('Marked');
    } catch (error) {
      toastError(error);
    }
  }

  // Rectangles refer to the frame as it was recorded.
  async #drawRectangle() {
    const { frame } = this.#editor.edit;
    if (frame.isReshaped) {
      toast('The frame is cropped or turned: turn that off while you draw, or type the rectangle.');
      return null;
    }
    this.#player.pause();
    return this.#stage.draw(frame.width, frame.height);
  }

  #rename(node) {
    editInPlace(node, 'Name', async (name) => {
      try {
        await this.#app.api.post(recordingPath(this.#id, 'name'), { name });
        node.textContent = name;
        this.#shared.load();
      } catch (error) {
        toastError(error);
      }
    });
  }

  // Keys and buttons run the same actions.

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
    trimStart: () => this.#trim(toRecording(this.#editor.edit, this.#cutPoint()), this.#editor.edit.trim[1]),
    trimEnd: () => this.#trim(this.#editor.edit.trim[0], endToRecording(this.#editor.edit, this.#cutPoint(true))),
    undo: async () => await this.#editor.undo() && this.#tellLength('Undone'),
    redo: async () => await this.#editor.redo() && this.#tellLength('Redone'),
    mark: () => this.#mark(),
    zoomIn: () => this.#timeline.zoom(0.5),
    zoomOut: () => this.#timeline.zoom(2),
    zoomFit: () => this.#timeline.fit(),
    share: () => this.share(),
    escape: () => this.#select({ start: null, end: null }),
    help: () => openHelp(),
  };

  #run(action) {
    if (this.#player) this.#actions[action]();
  }

  #key(event) {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.target.closest('input, select, textarea')) return;
    const isControl = event.target.closest('button, a, [role="tab"], .virtual-list');
    if (isControl && (event.key === ' ' || event.key === 'Enter')) return;
    const action = actionOf(event, { hasCharacters: hasCharacterKeys() });
    if (!action) return;
    event.preventDefault();
    this.#run(action);
  }

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

// A click must not move the focus, because Space would then press the button again.
function keepFocus(event) {
  event.preventDefault();
}

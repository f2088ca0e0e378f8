// The edit view: the video, the transport, the timeline and the side panels, for one player and one editor.

import { Media, recordingPath } from './api.js';
import { button, editInPlace, element, toast, toastError } from './dom.js';
import { missingSupport } from './buffers.js';
import { CommentOverlay } from './comments.js';
import { EditActions } from './editactions.js';
import { EditControls } from './editcontrols.js';
import { alignedToFrame, isKept, toEdited, toRecording } from './editmap.js';
import { hasCharacterKeys } from './help.js';
import { isolated } from './isolation.js';
import { actionOf } from './keys.js';
import { Editor } from './editor.js';
import { Group } from './group.js';
import { EffectPanel } from './effects.js';
import { EffectOverlays } from './overlays.js';
import { ClipList, MarkList, Tabs } from './panels.js';
import { frameAt } from './place.js';
import { Player } from './player.js';
import { SharePanel } from './share.js';
import { Stage } from './stage.js';
import { StillOverlay } from './still.js';
import { StillPlayer } from './stillplayer.js';
import { Timeline } from './timeline.js';

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
  #overlays;
  #isShowingEffects = false;
  #shownMedia;
  #marks;
  #comments;
  #shared;
  #controls;
  #actions;
  #estimateTimer = 0;
  #group = null; // if others watch this recording too
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
    this.#group?.setPlayer(null);
    this.#timeline?.close();
    this.#player?.close();
    this.#stage?.close();
    this.#overlays?.close();
    this.#comments?.close();
  }

  /** Opens the share panel. */
  share() {
    this.#tabs?.show('share', { focus: true });
  }

  async #open() {
    this.#media = new Media(this.#app.api, this.#id);
    try {
      [this.#description] = await Promise.all([this.#app.api.get(recordingPath(this.#id)), this.#app.greeted]);
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
    const description = this.#description;
    const missing = missingSupport(description);
    if (missing) {
      this.#player = new StillPlayer(this.#stage.preview, this.#media, description);
    } else {
      this.#player = await Player.open(this.#stage.video, this.#media, description);
      if (this.#abort.signal.aborted) {
        this.#player.close();
        return;
      }
    }
    this.#shownMedia = description.edit.media;
    this.#player.addEventListener('position', () => this.#showPosition());
    this.#player.addEventListener('state', () => this.#showState());
    this.#player.addEventListener('waiting', () => this.#wait());
    this.#player.addEventListener('stale', ({ detail }) => this.#editor.take(detail));
    this.#player.addEventListener('error', ({ detail }) => toastError(detail));
    const isResting = () => !this.#group?.control?.isPlaying;
    if (description.video && !missing) this.#still = new StillOverlay(this.#stage.still, this.#player, this.#media, isResting);
    // The edit may have changed while the player was opening.
    const { edit } = this.#editor;
    if (this.#needsPlayer(edit)) return this.#reopenPlayer(edit, toRecording(description.edit, position));
    this.#player.setEdit(edit);
    await this.#player.seek(position);
    this.#group?.setPlayer(this.#player);
  }

  // The player, or the controls of the group that watches this recording.
  get #control() {
    return (this.#player && this.#group?.control) || this.#player;
  }

  // Cropping, or composing frames for the first time, changes their size or format. The first frames of a proxy may come late.
  #needsPlayer(edit) {
    return edit.media && edit.media !== this.#shownMedia;
  }

  async #reopenPlayer(edit, time = toRecording(this.#player.edit, this.#player.position())) {
    const wasPlaying = !this.#group?.control && this.#player.isPlaying;
    this.#still?.close();
    this.#group?.setPlayer(null);
    this.#player.close();
    this.#player = null;
    try {
      this.#takeDescription(await this.#app.api.get(recordingPath(this.#id)));
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
    this.#overlays = new EffectOverlays(this.#editor);
    this.#stage = new Stage(() => this.#actions.run('playPause'), ...this.#overlays.nodes);
    this.#makePanels(timescale);
    this.#stage.node.append(this.#comments.node);
    this.#group = Group.of(this.#app, this.#id, timescale, this.#abort.signal, () => this.#showState());
    this.#tabs = new Tabs([
      ['clips', 'Clips', this.#clips.node], ['effects', 'Effects', this.#effects.node],
      ['marks', 'Marks', this.#marks.node], ['share', 'Share', this.#shared.node],
      ...(this.#group ? [['group', 'Together', this.#group.node]] : []),
    ], (name) => {
      this.#shared.setShown(name === 'share');
      this.#isShowingEffects = name === 'effects';
      this.#showOverlays();
    });
    const timelineHost = element('div', { class: 'timeline' });
    this.#makeActions(name);
    this.#host.replaceChildren(
      this.#controls.bar,
      element('div', { class: 'work' }, this.#stage.node, this.#controls.transport,
        element('section', { class: 'timeline-box', 'aria-label': 'Timeline' }, this.#controls.tools, timelineHost)),
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
    this.#clips = isolated('Clips', () => new ClipList(timescale, (ticks) => this.#control?.seek(ticks)));
    this.#marks = isolated('Marks',
      () => new MarkList(timescale, (time) => this.#goTo(time), () => this.#actions.run('mark')));
    this.#comments = isolated('Comments', () => new CommentOverlay(() => this.#app.api.get(recordingPath(this.#id, 'comments'))), { toggle: null });
    this.#effects = isolated('Effects', () => new EffectPanel(this.#editor, {
      timescale, getDuration: () => this.#description.duration, draw: (shape) => this.#draw(shape),
      styles: this.#description.styles, getTime: () => toRecording(this.#editor.edit, this.#player?.position() ?? 0),
      onSelect: (selection) => this.#select(selection), onGo: (time) => this.#goTo(time),
    }));
    this.#shared = isolated('Share', () => new SharePanel(this.#app, this.#id, this.#abort.signal));
  }

  #makeActions(name) {
    const view = this;
    this.#actions = new EditActions(this.#app.api, this.#id, {
      get player() { return view.#control; },
      get editor() { return view.#editor; },
      get timeline() { return view.#timeline; },
      get description() { return view.#description; },
      select: (selection) => this.#select(selection),
      share: () => this.share(),
      endPreview: () => this.#stage.showPreview(null),
      takeDescription: (description) => this.#takeDescription(description),
    });
    this.#controls = new EditControls(name, {
      run: (action) => this.#actions.run(action), rename: (node) => this.#rename(node), share: () => this.share(),
      comments: this.#comments.toggle,
    });
  }

  #listen() {
    const { signal } = this.#abort;
    const { events } = this.#app;
    const ofThis = (type, handler) => events.addEventListener(type, ({ detail }) => {
      if (detail.recording === this.#id) handler(detail);
    }, { signal });
    ofThis('edit', ({ edit }) => this.#editor.take(edit));
    ofThis('recording', ({ description }) => this.#takeDescription(description));
    ofThis('comments', () => this.#comments.load());
    ofThis('waveform', () => this.#timeline.invalidateWaves());
    ofThis('gone', () => {
      this.close();
      this.#gone('The recording was discarded.');
    });
    // Events are not received while the connection is interrupted.
    events.addEventListener('connected', () => this.#refresh(), { signal });
    this.#editor.addEventListener('edit', ({ detail }) => this.#showEdit(detail));
    this.#editor.addEventListener('error', ({ detail }) => toastError(detail));
    this.#timeline.addEventListener('scrub', ({ detail }) => this.#scrub(detail));
    this.#timeline.addEventListener('trimming', ({ detail }) => this.#previewTrim(detail));
    this.#timeline.addEventListener('trim', ({ detail }) => this.#actions.trim(...detail));
    this.#timeline.addEventListener('select', ({ detail }) => this.#select(detail));
    this.#timeline.addEventListener('replace', ({ detail }) => this.#replace(detail));
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
    // Tests find the player by this event.
    document.addEventListener('replay-find-player', ({ detail }) => {
      [detail.player, detail.session, detail.follower] = [this.#player, this.#app.session, this.#group?.follower];
    }, { signal });
  }

  async #refresh() {
    this.#comments.load();
    try {
      this.#takeDescription(await this.#app.api.get(recordingPath(this.#id)));
    } catch (error) {
      if (error.status === 404) this.#gone('The recording was discarded.');
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
    this.#stage.showDescription(this.#description);
  }

  #showEdit(edit) {
    if (this.#player && this.#needsPlayer(edit)) this.#reopenPlayer(edit);
    else this.#player?.setEdit(edit);
    this.#timeline.setEdit(edit);
    this.#clips.show(edit);
    this.#marks.show(this.#description, edit);
    this.#effects.show(edit);
    this.#controls.showEdit(edit, this.#description);
    if (edit.warning) toast(edit.warning);
    clearTimeout(this.#estimateTimer);
    this.#estimateTimer = setTimeout(() => this.#shared.load(), 400);
    this.#showPosition();
  }

  #showPosition() {
    if (!this.#player) return;
    const position = this.#player.position();
    this.#controls.showPosition(position / this.#description.timescale);
    if (this.#isShown(position)) this.#stage.wait(false);
    // The playhead stays inside a cut if the user placed it there; the frame shown is the next one that is kept.
    if (this.#scrubbed === null || toEdited(this.#editor.edit, this.#scrubbed) !== position) this.#scrubbed = null;
    this.#timeline.setPosition(this.#scrubbed ?? toRecording(this.#editor.edit, position), this.#player.isPlaying);
    this.#clips.setPosition(position);
    this.#comments.show(toRecording(this.#editor.edit, position));
    this.#showOverlays();
  }

  // Nothing can be dragged while playing.
  #showOverlays() {
    const { edit } = this.#editor;
    const isShown = this.#isShowingEffects && this.#player && !this.#player.isPlaying && this.#description.video;
    this.#overlays.show(edit, isShown ? toRecording(edit, this.#player.position()) : null);
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
    this.#controls.showState(this.#control);
    this.#showPosition();
  }

  // Moving.

  #goTo(time) {
    this.#control?.seek(toEdited(this.#editor.edit, time));
  }

  #scrub(time) {
    if (!this.#player) return;
    if (this.#control.rate < 0) this.#control.pause();
    this.#scrubbed = time;
    this.#control.seek(toEdited(this.#editor.edit, time));
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

  // If the operation is refused, the timeline shows the unchanged edit again.
  async #replace({ number, words, range }) {
    if (!await this.#editor.replace(number, words, range)) this.#timeline.setEdit(this.#editor.edit);
  }

  #select(selection) {
    this.#timeline.selection = selection;
    this.#effects.showSelection(selection);
    this.#controls.showSelection(selection);
  }

  // Rectangles and points refer to the frame as it was recorded.
  async #draw(shape) {
    const { frame } = this.#editor.edit;
    if (frame.isReshaped) {
      toast('The frame is cropped or rotated. Disable that operation while you draw, or type the numbers.');
      return null;
    }
    this.#control.pause();
    const time = toRecording(this.#editor.edit, this.#player?.position() ?? 0);
    return this.#stage.draw(frameAt(frame, time), shape);
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

  #key(event) {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.target.closest('input, select, textarea')) return;
    const isControl = event.target.closest('button, a, [role="tab"], .virtual-list');
    if (isControl && (event.key === ' ' || event.key === 'Enter')) return;
    const action = actionOf(event, { hasCharacters: hasCharacterKeys() });
    if (!action) return;
    event.preventDefault();
    this.#actions.run(action);
  }
}

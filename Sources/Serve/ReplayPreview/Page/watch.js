// The view of a viewer: the video, the controls of the group, and the participants. It has no edits, exports or library.

import { Media, recordingPath } from './api.js';
import { missingSupport } from './buffers.js';
import { element, toast, toastError } from './dom.js';
import { toEdited, toRecording } from './editmap.js';
import { GroupControl } from './groupcontrol.js';
import { GroupFollower } from './groupfollower.js';
import { GroupPanel, statusOf } from './grouppanel.js';
import { hasCharacterKeys } from './help.js';
import { actionOf } from './keys.js';
import { Player } from './player.js';
import { Stage } from './stage.js';
import { StillOverlay } from './still.js';
import { StillPlayer } from './stillplayer.js';
import { WatchControls } from './watchcontrols.js';

const volumeKey = 'replay.volume';

/** The view of a recording that others watch too. */
export class WatchView {
  #app;
  #host;
  #id;
  #abort = new AbortController();
  #description;
  #media;
  #player = null;
  #control;
  #follower = null;
  #still = null;
  #stage;
  #controls;
  #shownMedia;
  #waiting = element('p', { class: 'stage-waiting', hidden: true });

  #actions = {
    playPause: () => (this.#control.isPlaying ? this.#control.pause() : this.#control.play()),
    forward: () => this.#control.play(),
    backward: () => this.#control.playBackward(),
    previousFrame: () => this.#control.step(-1),
    nextFrame: () => this.#control.step(1),
    previousSecond: () => this.#move(-1),
    nextSecond: () => this.#move(1),
    toStart: () => this.#control.seek(0),
    toEnd: () => this.#control.seek(this.#player.edit.duration),
  };

  constructor(app, host, id) {
    this.#app = app;
    this.#host = host;
    this.#id = id;
    this.#open();
  }

  close() {
    this.#abort.abort();
    this.#closePlayer();
    this.#stage?.close();
  }

  async #open() {
    this.#media = new Media(this.#app.api, this.#id);
    try {
      this.#description = await this.#app.api.get(recordingPath(this.#id));
      this.#build();
      await this.#openPlayer();
    } catch (error) {
      if (this.#stage) this.#stage.say(error.message);
      else this.#gone(error.message);
    }
  }

  #gone(text) {
    this.close();
    this.#host.replaceChildren(element('div', { class: 'empty' },
      element('h1', { text: 'There is nothing to watch' }), element('p', { text })));
  }

  #build() {
    const { name, timescale } = this.#description;
    const { session } = this.#app;
    const { signal } = this.#abort;
    document.title = `${name.slice(0, 100)} – Replay`;
    this.#control = new GroupControl(session, () => this.#player, timescale);
    this.#stage = new Stage(() => this.#run('playPause'), this.#waiting);
    this.#controls = new WatchControls(timescale, {
      run: (action) => this.#run(action), seek: (ticks) => this.#player && this.#control.seek(ticks),
      setRate: (rate) => this.#control.setRate(rate), setVolume: (volume) => this.#setVolume(volume),
      showWhole: () => this.#showWhole(),
    });
    const panel = new GroupPanel(session, signal);
    this.#host.replaceChildren(
      element('div', { class: 'edit-bar' }, element('h1', {}, element('span', { class: 'name', text: name, title: name.slice(0, 500) }))),
      element('div', { class: 'work' }, this.#stage.node, this.#controls.node),
      element('aside', { class: 'side group-side', 'aria-label': 'Participants' }, element('h2', { text: 'Watching together' }), panel.node));
    this.#listen(session, signal);
    this.#controls.volume = Number(localStorage.getItem(volumeKey) ?? 1);
    this.#showDescription();
  }

  #listen(session, signal) {
    const { events } = this.#app;
    const ofThis = (type, handler) => events.addEventListener(type, ({ detail }) => {
      if (detail.recording === this.#id) handler(detail);
    }, { signal });
    ofThis('edit', ({ edit }) => this.#takeEdit(edit));
    ofThis('recording', ({ description }) => this.#takeDescription(description));
    ofThis('gone', () => this.#gone('The recording was discarded.'));
    session.addEventListener('session', () => this.#showSession(), { signal });
    session.addEventListener('ended', () => this.#gone('The session has ended.'), { signal });
    document.addEventListener('keydown', (event) => this.#key(event), { signal });
    // Tests find the player by this event.
    document.addEventListener('replay-find-player', ({ detail }) => {
      [detail.player, detail.session, detail.follower] = [this.#player, session, this.#follower];
    }, { signal });
  }

  // The player.

  async #openPlayer(position = 0) {
    const description = { ...this.#description };
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
    for (const type of ['position', 'state']) this.#player.addEventListener(type, () => this.#showState());
    this.#player.addEventListener('waiting', () => this.#stage.wait(true));
    this.#player.addEventListener('stale', ({ detail }) => this.#takeEdit(detail));
    this.#player.addEventListener('muted', () => this.#tellMuted());
    this.#player.addEventListener('error', ({ detail }) => toastError(detail));
    if (description.video && !missing) {
      this.#still = new StillOverlay(this.#stage.still, this.#player, this.#media, () => !this.#control.isPlaying);
    }
    this.#setVolume(this.#controls.volume);
    // The edit may have changed while the player was opening.
    const { edit } = this.#description;
    if (this.#needsPlayer(edit)) return this.#reopenPlayer(edit, toRecording(description.edit, position));
    this.#player.setEdit(edit);
    await this.#player.seek(position);
    this.#follower = new GroupFollower(this.#app.session, this.#player, this.#description.timescale);
  }

  #closePlayer() {
    this.#follower?.close();
    this.#still?.close();
    this.#player?.close();
    this.#follower = null;
    this.#player = null;
  }

  // Frames of another size or format need a new player. The first frames of a proxy may come late.
  #needsPlayer(edit) {
    return edit.media && edit.media !== this.#shownMedia;
  }

  #takeEdit(edit) {
    this.#description.edit = edit;
    this.#controls.showDuration(edit.duration);
    if (!this.#player) return;
    if (this.#needsPlayer(edit)) return void this.#reopenPlayer(edit);
    this.#player.setEdit(edit);
    this.#follower?.update();
  }

  async #reopenPlayer(edit, time = toRecording(this.#player.edit, this.#player.position())) {
    this.#closePlayer();
    try {
      this.#description = await this.#app.api.get(recordingPath(this.#id));
      await this.#openPlayer(toEdited(edit, time));
    } catch (error) {
      if (!this.#abort.signal.aborted) this.#stage.say(error.message);
    }
  }

  #takeDescription(description) {
    const { edit } = description;
    this.#description = { ...description, edit: this.#description.edit };
    this.#showDescription();
    this.#takeEdit(edit);
  }

  // Showing.

  #showDescription() {
    this.#stage.showDescription(this.#description);
    this.#controls.showDuration(this.#description.edit.duration);
  }

  #showSession() {
    const { session } = this.#app;
    this.#follower?.update();
    this.#controls.showSession(this.#control, session.canControl && !session.isReading);
    this.#waiting.hidden = !session.state?.isWaiting;
    this.#waiting.textContent = session.state?.isWaiting ? statusOf(session) : '';
  }

  #showState() {
    if (!this.#player) return;
    if (this.#player.isPlaying || this.#player.frame()) this.#stage.wait(false);
    this.#controls.showPosition(this.#player.position());
  }

  #setVolume(volume) {
    localStorage.setItem(volumeKey, String(volume));
    const { video } = this.#stage;
    video.volume = volume;
    video.muted = volume === 0;
  }

  #tellMuted() {
    this.#controls.volume = 0;
    toast('The browser plays without audio until you set the volume.');
  }

  #showWhole() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.#stage.node.requestFullscreen().catch(toastError);
  }

  // Actions.

  #run(action) {
    if (this.#player && this.#app.session.isActive) this.#actions[action]?.();
  }

  #move(seconds) {
    return this.#control.seek(this.#player.position() + seconds * this.#description.timescale);
  }

  #key(event) {
    if (event.defaultPrevented || event.target.closest('input, select, textarea')) return;
    if (event.target.closest('button, a') && (event.key === ' ' || event.key === 'Enter')) return;
    const action = actionOf(event, { hasCharacters: hasCharacterKeys() });
    if (!action || !this.#actions[action]) return;
    event.preventDefault();
    this.#run(action);
  }
}

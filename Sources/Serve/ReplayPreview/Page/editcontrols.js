// The controls of the edit view: the bar with the name, the transport below the video, and the tools of the timeline.

import { button, element } from './dom.js';
import { clock } from './format.js';

/** The controls, and what they show. */
export class EditControls {
  /** The bar with the recording's name. */
  bar;
  /** The controls for playback. */
  transport;
  /** The controls above the timeline. */
  tools;
  #parts;

  /**
   * @param {string} name of the recording
   * @param {{run: (action: string) => void, rename: (node: HTMLElement) => void, share: () => void,
   *   comments?: HTMLElement}} handlers `run` receives an action as in `keys.js`; `comments` is a switch
   */
  constructor(name, { run, rename, share, comments }) {
    const act = (iconName, action, title, extra = {}) => button({
      icon: iconName, title, onclick: () => run(action), onmousedown: keepFocus, ...extra,
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
    this.bar = element('div', { class: 'edit-bar' },
      element('h1', {}, title),
      button({ icon: 'rename', title: 'Rename', kind: 'quiet', onclick: () => rename(title) }),
      element('span', { class: 'spacer' }), undo, redo,
      act('help', 'help', 'Keyboard shortcuts (?)'),
      button({ icon: 'share', text: 'Share', kind: 'primary', onclick: () => share() }));
    this.transport = element('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' },
      element('div', { class: 'times' }, position, length),
      element('div', { class: 'buttons' },
        act('previousCut', 'previousCut', 'Previous cut (↑)'), act('previousFrame', 'previousFrame', 'Previous frame (←)'),
        play, pause,
        act('nextFrame', 'nextFrame', 'Next frame (→)'), act('nextCut', 'nextCut', 'Next cut (↓)')),
      element('div', { class: 'after' }, rate, comments, act('acrossCut', 'playCut', 'Play across the nearest cut (P)')));
    this.tools = element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Edit' },
      act('setIn', 'setIn', 'Begin the selection here (I)'), act('setOut', 'setOut', 'End the selection here (O)'), cut,
      act('mark', 'mark', 'Mark this frame (M)'),
      element('span', { class: 'spacer' }),
      act('zoomOut', 'zoomOut', 'Zoom out (−)'), act('zoomFit', 'zoomFit', 'Show all (0)'),
      act('zoomIn', 'zoomIn', 'Zoom in (+)'));
    this.#parts = { undo, redo, play, pause, position, length, rate, cut };
  }

  /** Shows the edit of a recording. */
  showEdit(edit, { timescale, duration }) {
    const { undo, redo, length } = this.#parts;
    undo.disabled = !edit.canUndo;
    redo.disabled = !edit.canRedo;
    const isChanged = edit.duration !== duration;
    length.textContent = `/ ${clock(edit.duration / timescale)}`;
    length.title = isChanged ? `${clock(duration / timescale)} before the edit` : '';
    length.classList.toggle('changed', isChanged);
    if (isChanged) length.textContent += ` · was ${clock(duration / timescale)}`;
  }

  /** Shows the position. @param {number} seconds edited time */
  showPosition(seconds) {
    this.#parts.position.textContent = clock(seconds);
  }

  /** Shows whether a player plays, and at which rate. */
  showState({ isPlaying, rate }) {
    const { play, pause } = this.#parts;
    const hadFocus = [play, pause].includes(document.activeElement);
    play.hidden = isPlaying;
    pause.hidden = !isPlaying;
    if (hadFocus) (isPlaying ? pause : play).focus();
    this.#parts.rate.textContent = isPlaying && rate !== 1 ? `${rate}×` : '';
  }

  /** Shows whether the selection can be cut. */
  showSelection({ start, end }) {
    this.#parts.cut.classList.toggle('primary', start !== null && end !== null);
  }
}

// A click must not move the focus, because Space would then press the button again.
function keepFocus(event) {
  event.preventDefault();
}

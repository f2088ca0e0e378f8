// The comments of a recording over its video, at the times at which exports show them. Their texts are those of strangers.

import { commentsAt } from './commenttimes.js';
import { button, element } from './dom.js';

const settingKey = 'replay.comments';
const pause = 1000; // ms between two requests while comments arrive

/** The comments, and the switch that hides them. */
export class CommentOverlay {
  node = element('ul', { class: 'stage-comments', 'aria-label': 'Comments', hidden: true });
  /** The switch. It is hidden if there are no comments. */
  toggle = button({ icon: 'comments', title: 'Show comments', hidden: true, onclick: () => this.#switch() });
  #get;
  #comments = [];
  #shown = '';
  #time = null;
  #isLoading = false;
  #isWanted = false;
  #isClosed = false;

  /** @param {() => Promise<{comments: import('./commenttimes.js').Comment[]}>} get requests the comments */
  constructor(get) {
    this.#get = get;
    this.#showSetting();
    this.load();
  }

  close() {
    this.#isClosed = true;
  }

  /** Requests the comments again. While they arrive, this is done once per second. */
  async load() {
    this.#isWanted = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        this.#take(await this.#get());
      } catch {
        // The video is shown without them. The next change, or the next connection, requests them again.
      }
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    this.#isLoading = false;
  }

  /** Shows the comments of a time. @param {number} time in ticks of recording time */
  show(time) {
    this.#time = time;
    const shown = isOn() ? commentsAt(this.#comments, time).map(({ text }) => text) : [];
    const key = JSON.stringify(shown);
    if (key === this.#shown) return;
    this.#shown = key;
    this.node.replaceChildren(...shown.map((text) => element('li', { text, dir: 'auto' })));
    this.node.hidden = shown.length === 0;
  }

  #take({ comments }) {
    this.#comments = comments;
    this.toggle.hidden = comments.length === 0;
    if (this.#time !== null) this.show(this.#time);
  }

  #switch() {
    localStorage.setItem(settingKey, isOn() ? 'off' : 'on');
    this.#showSetting();
    if (this.#time !== null) this.show(this.#time);
  }

  #showSetting() {
    this.toggle.setAttribute('aria-pressed', String(isOn()));
  }
}

function isOn() {
  return localStorage.getItem(settingKey) !== 'off';
}

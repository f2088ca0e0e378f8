// The page: its address, its connection, and the current view.

import { API } from './api.js';
import { ServerEvents } from './events.js';
import { button, element, toast } from './dom.js';
import { clock, named } from './format.js';
import { LibraryView } from './library.js';
import { RecordView } from './record.js';
import { EditView } from './edit.js';
import { Session } from './session.js';
import { WatchView } from './watch.js';

const greetingLimit = 2000; // ms
const tokenKey = 'replay.token';
const endedText = 'The preview has ended. Start it again with replay preview.';
const viewerEndedText = 'The session has ended.';

/** The state that the views share: the API, the server's events, the recorder and the exports. */
class App {
  recorder = null;
  /** The broadcasts of the recording in progress. */
  broadcasts = [];
  exports = new Map();
  /** True if a recording is opened for sharing. */
  isSharing = false;
  /** The address for viewers if this server has one, or null. */
  viewersAddress = null;
  /** True if this page is a viewer's, which only watches. */
  isViewers = location.hash.startsWith('#/watch/');
  /** Ends when the server has greeted this page, or after a moment. */
  greeted;
  #greet;
  #view = null;
  #isFirst = true;

  constructor(token) {
    this.api = new API(token);
    this.events = new ServerEvents(token);
    this.session = new Session(this.api, this.events);
    this.greeted = new Promise((resolve) => { this.#greet = resolve; });
    setTimeout(() => this.#greet(), greetingLimit);
    if (this.isViewers) hideOwnersLinks();
    this.#listen();
    window.addEventListener('hashchange', () => this.#arrived());
    this.events.connect();
    if (location.hash.startsWith('#/')) this.#route();
  }

  /** Shows a view: `library`, `record`, or the recording with an id. */
  go(place, { isSharing = false } = {}) {
    this.isSharing = isSharing;
    const hash = `#/${place === 'library' || place === 'record' ? place : `edit/${encodeURIComponent(place)}`}`;
    if (location.hash === hash) this.#route();
    else location.hash = hash;
  }

  #listen() {
    this.events.addEventListener('hello', ({ detail }) => this.#hello(detail));
    this.events.addEventListener('lost', () => showBanner(this.isViewers ? viewerEndedText : endedText));
    this.events.addEventListener('connected', () => showBanner(null));
    this.events.addEventListener('bye', ({ detail: { reason } }) => this.#ended(reason));
    this.events.addEventListener('export', ({ detail }) => this.exports.set(detail.export.id, detail.export));
    this.events.addEventListener('recorder', ({ detail }) => this.#recorded(detail));
    this.events.addEventListener('broadcasts', ({ detail }) => this.#broadcast(detail));
  }

  #ended(reason) {
    const text = this.isViewers ? viewerEndedText : endedText;
    showBanner(reason ? `${text} (${reason})` : text);
  }

  #hello({ mode, recording, exports, recorder, broadcasts, address }) {
    this.viewersAddress = address ?? null;
    this.#greet();
    if (mode === 'watch') {
      if (!this.isViewers) location.replace(`#/watch/${encodeURIComponent(recording)}`);
      return;
    }
    this.exports = new Map((exports ?? []).map((each) => [each.id, each]));
    this.#recorded({ recorder });
    this.broadcasts = broadcasts ?? [];
    if (!this.#isFirst) return;
    this.#isFirst = false;
    if (!this.#view && !location.hash.startsWith('#/')) {
      this.go(mode !== 'library' && recording ? recording : 'library', { isSharing: mode === 'share' });
    } else if (mode === 'share') {
      this.isSharing = true;
      this.#view?.share?.();
    }
  }

  #recorded({ recorder, ended }) {
    this.recorder = recorder;
    const indicator = document.getElementById('recorder');
    if (!indicator) return;
    indicator.hidden = !recorder;
    if (recorder) document.getElementById('recorder-time').textContent = clock(recorder.seconds, 0);
    if (ended) toast(ended);
  }

  #broadcast({ broadcasts, ended }) {
    this.broadcasts = broadcasts;
    if (ended) toast(named(ended), { isError: true });
  }

  // The address changed, either by the page or by a user with another token.
  #arrived() {
    if (location.hash.startsWith('#/watch/') !== this.isViewers && location.hash.startsWith('#/')) {
      location.reload();
    } else if (location.hash.startsWith('#/')) {
      this.#route();
    } else if (takeToken()) {
      location.reload();
    }
  }

  #route() {
    const [, place, id] = location.hash.split('/');
    this.#view?.close();
    const main = document.getElementById('main');
    main.replaceChildren();
    main.className = place === 'edit' || place === 'watch' ? 'edit' : 'page';
    if (place === 'watch') {
      // The server knows which recording a viewer watches.
      this.#view = new WatchView(this, main, decodeURIComponent(id));
      return;
    }
    this.events.watch(place === 'edit' ? decodeURIComponent(id) : null);
    for (const link of document.querySelectorAll('nav a')) {
      if (link.hash === `#/${place}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (place === 'edit') this.#view = new EditView(this, main, decodeURIComponent(id));
    else if (place === 'record') this.#view = new RecordView(this, main);
    else this.#view = new LibraryView(this, main);
  }
}

// A viewer has no library and no recorder.
function hideOwnersLinks() {
  document.querySelector('nav').remove();
  document.getElementById('recorder').remove();
  document.querySelector('.brand').removeAttribute('href');
}

function showBanner(text) {
  const banner = document.getElementById('banner');
  banner.hidden = text === null;
  banner.textContent = text ?? '';
}

/**
 * Removes the token from the address, so that it is not visible, copied, or kept in the history.
 * @returns {string | null}
 */
function takeToken() {
  const [token, id, place] = location.hash.slice(1).split('/');
  if (token) {
    sessionStorage.setItem(tokenKey, token);
    history.replaceState(null, '', id ? `/#/${place === 'watch' ? 'watch' : 'edit'}/${id}` : '/');
  }
  return sessionStorage.getItem(tokenKey);
}

function start() {
  const token = takeToken();
  if (token) {
    new App(token);
    return;
  }
  document.getElementById('main').append(element('div', { class: 'empty' },
    element('h1', { text: 'This address is incomplete' }),
    element('p', { text: 'Open the address that replay preview printed. The part after # gives this page access.' }),
    button({ text: 'Try again', onclick: () => location.reload() })));
}

start();

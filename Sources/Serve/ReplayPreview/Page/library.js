// The library: all recordings, with search, renaming, import and discarding.

import { Media, recordingPath } from './api.js';
import { announce, ask, button, editInPlace, element, icon, toast, toastError } from './dom.js';
import { clock, date, plural, size } from './format.js';
import { TileQueue } from './tiles.js';

const thumbnailHeight = 180;
const states = { recording: 'Recording', interrupted: 'Recovered', damaged: 'Damaged' };

/** The view of the library. */
export class LibraryView {
  #app;
  #abort = new AbortController();
  #recordings = [];
  #list = element('ul', { class: 'cards', 'aria-label': 'Recordings' });
  #empty = element('div', { class: 'empty', hidden: true });
  #search;
  #uploads = element('div', { class: 'uploads' });
  #queue = new TileQueue();
  #thumbnails = new Map();
  #visible = new Set();
  #cards = new WeakMap();
  #observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: '200px' });

  constructor(app, host) {
    this.#app = app;
    document.title = 'Replay';
    this.#search = element('input', {
      type: 'search', placeholder: 'Search', 'aria-label': 'Search recordings', oninput: () => this.#show(),
    });
    host.append(this.#heading(), this.#uploads, this.#empty, this.#list);
    this.#acceptDrops(host);
    const { signal } = this.#abort;
    app.events.addEventListener('library', () => this.#load(), { signal });
    app.events.addEventListener('hello', () => this.#load(), { signal });
    this.#load();
  }

  close() {
    this.#abort.abort();
    this.#queue.close();
    this.#observer.disconnect();
    this.#thumbnails.forEach((address) => URL.revokeObjectURL(address));
  }

  #heading() {
    const file = element('input', { type: 'file', accept: 'video/*,.mkv', multiple: true, hidden: true });
    file.addEventListener('change', () => {
      this.#import([...file.files]);
      file.value = '';
    });
    return element('div', { class: 'heading' },
      element('h1', { text: 'Library' }),
      element('div', { class: 'search' }, icon('search'), this.#search),
      file,
      button({ icon: 'add', text: 'Import', title: 'Import movies', onclick: () => file.click() }),
      button({ icon: 'record', text: 'Record', kind: 'primary', onclick: () => this.#app.go('record') }));
  }

  async #load() {
    try {
      this.#recordings = (await this.#app.api.get('/api/recordings')).recordings;
      this.#show();
    } catch (error) {
      toastError(error);
    }
  }

  #show() {
    const wanted = this.#search.value.trim().toLowerCase();
    const found = this.#recordings.filter(({ name, id }) => `${name}\n${id}`.toLowerCase().includes(wanted));
    this.#observer.disconnect();
    this.#visible.clear();
    this.#list.replaceChildren(...found.map((each) => this.#card(each)));
    this.#showEmpty(found.length, wanted);
    if (wanted) announce(`${plural(found.length, 'recording')} found`);
  }

  #showEmpty(count, wanted) {
    this.#empty.hidden = count > 0;
    if (count > 0) return;
    this.#empty.replaceChildren(...(wanted
      ? [element('h2', { text: 'Nothing found' }), element('p', { text: 'No recording has this text in its name.' })]
      : [
        icon('film'),
        element('h2', { text: 'No recordings yet' }),
        element('p', { text: 'Record your screen, or drop a movie here. All data stays on this machine.' }),
        button({ icon: 'record', text: 'Record', kind: 'primary', onclick: () => this.#app.go('record') }),
      ]));
  }

  #card(recording) {
    const image = element('img', { alt: '', draggable: 'false' });
    if (this.#thumbnails.has(recording.id)) image.src = this.#thumbnails.get(recording.id);
    const name = element('span', { class: 'name', text: recording.name, title: recording.name.slice(0, 500) });
    const address = `#/edit/${encodeURIComponent(recording.id)}`;
    const link = element('a', { class: 'thumbnail', href: address, 'aria-label': recording.name },
      icon('film'), image, element('span', { class: 'length', text: clock(recording.seconds, 0) }));
    const details = [date(recording.createdAt), size(recording.bytes), recording.isEdited ? 'Edited' : null];
    const card = element('li', { class: 'card' }, link,
      element('div', { class: 'card-text' },
        element('div', { class: 'card-name' }, name,
          button({ icon: 'rename', title: 'Rename', kind: 'quiet', onclick: () => this.#rename(recording, name) }),
          button({ icon: 'trash', title: 'Discard', kind: 'quiet', onclick: () => this.#discard(recording) })),
        element('div', { class: 'details' }, this.#badge(recording), details.filter(Boolean).join(' · '))));
    if (recording.problem) card.append(element('p', { class: 'problem', text: recording.problem }));
    this.#cards.set(card, recording);
    this.#observer.observe(card);
    return card;
  }

  #badge({ state }) {
    return states[state] ? element('span', { class: `badge ${state}`, text: states[state] }) : null;
  }

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#visible.add(target);
      else this.#visible.delete(target);
    }
    // An import has no frames until it is complete. The library is listed again then.
    const jobs = [...this.#visible]
      .filter((card) => !(this.#cards.get(card).isImported && this.#cards.get(card).state === 'recording'))
      .map((card) => ({ key: this.#cards.get(card).id, load: (signal) => this.#loadThumbnail(card, signal) }))
      .filter(({ key }) => !this.#thumbnails.has(key));
    this.#queue.show(jobs);
  }

  async #loadThumbnail(card, signal) {
    const { id } = this.#cards.get(card);
    const blob = await new Media(this.#app.api, id).thumbnail(0, thumbnailHeight, signal);
    this.#thumbnails.set(id, URL.createObjectURL(blob));
    card.querySelector('img').src = this.#thumbnails.get(id);
  }

  #rename(recording, node) {
    editInPlace(node, 'Name', async (name) => {
      try {
        await this.#app.api.post(recordingPath(recording.id, 'name'), { name });
        node.textContent = name;
      } catch (error) {
        toastError(error);
      }
    });
  }

  async #discard(recording) {
    const text = `“${recording.name.slice(0, 200)}” and all its files will be deleted. This cannot be undone.`;
    if (!await ask('Discard this recording?', text, { action: 'Discard', isDestructive: true })) return;
    try {
      await this.#app.api.send('DELETE', recordingPath(recording.id));
      announce('Discarded');
      this.#load();
    } catch (error) {
      toastError(error);
    }
  }

  #acceptDrops(host) {
    const { signal } = this.#abort;
    const isFile = (event) => event.dataTransfer?.types.includes('Files');
    host.addEventListener('dragover', (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      host.classList.add('dropping');
    }, { signal });
    host.addEventListener('dragleave', (event) => {
      if (!host.contains(event.relatedTarget)) host.classList.remove('dropping');
    }, { signal });
    host.addEventListener('drop', (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      host.classList.remove('dropping');
      this.#import([...event.dataTransfer.files]);
    }, { signal });
  }

  // Files are imported one after the other, because two at once would not be faster on a disk.
  async #import(files) {
    for (const file of files) {
      const bar = element('progress', { max: 1, value: 0, 'aria-label': `Importing ${file.name}` });
      const row = element('div', { class: 'upload' }, element('span', { text: `Importing ${file.name}` }), bar);
      this.#uploads.append(row);
      try {
        const path = `/api/import?${new URLSearchParams({ name: file.name })}`;
        const { notes } = await this.#app.api.upload(path, file, (progress) => { bar.value = progress; });
        toast([`${file.name} was imported.`, ...notes.map((note) => `${note}.`)].join(' '));
      } catch (error) {
        toastError(error);
      }
      row.remove();
    }
    this.#load();
  }
}

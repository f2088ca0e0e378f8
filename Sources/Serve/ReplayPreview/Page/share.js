// The share panel: presets, running exports, and their results.

import { recordingPath } from './api.js';
import { announce, ask, button, element, field, icon, openDialog, toast, toastError } from './dom.js';
import { roughDuration, size } from './format.js';

/** The share panel of one recording. */
export class SharePanel {
  node = element('div', { class: 'share' });
  #app;
  #id;
  #presets = [];
  #chosen = null;
  #cards = element('div', { class: 'presets', role: 'radiogroup', 'aria-label': 'Preset' });
  #file = element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' });
  #folder = element('span', { class: 'hint' });
  #exports = element('ul', { class: 'exports', 'aria-label': 'Exports' });
  #rows = new Map();
  #estimates = new Map();
  #asking = null;
  #isFileTyped = false;
  #isShown = false;

  /** @param {AbortSignal} signal aborted when the user leaves the view */
  constructor(app, id, signal) {
    this.#app = app;
    this.#id = id;
    const form = element('form', {}, this.#cards, field('File name', this.#file), this.#folder,
      element('button', { type: 'submit', class: 'button primary wide', text: 'Export' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#begin(false);
    });
    this.#file.addEventListener('input', () => { this.#isFileTyped = true; });
    this.node.append(form, this.#exports);
    app.events.addEventListener('export', ({ detail }) => this.#update(detail.export), { signal });
    app.events.addEventListener('hello', ({ detail }) => detail.exports?.forEach((each) => this.#update(each)), { signal });
    app.exports.forEach((each) => this.#update(each));
    signal.addEventListener('abort', () => this.#asking?.abort());
    this.load();
  }

  /** Loads presets and estimates, which depend on the edit. */
  async load() {
    try {
      const { presets, folder } = await this.#app.api.get(recordingPath(this.#id, 'presets'));
      this.#presets = presets;
      this.#folder.textContent = `in ${folder}`;
      this.#showPresets();
    } catch (error) {
      toastError(error);
    }
  }

  #showPresets() {
    const chosen = this.#presets.find(({ name }) => name === this.#chosen?.name) ?? this.#presets[0];
    this.#cards.replaceChildren(...this.#presets.map((preset) => this.#card(preset, preset === chosen)));
    if (chosen) this.#choose(chosen);
  }

  #card(preset, isChosen) {
    const estimate = element('span', { class: 'preset-size' });
    this.#estimates.set(preset.name, estimate);
    const radio = element('input', { type: 'radio', name: 'preset', onchange: () => this.#choose(preset) });
    radio.checked = isChosen;
    return element('label', { class: 'preset' }, radio, element('span', { class: 'preset-text' },
      element('span', { class: 'preset-name', text: preset.title }),
      element('span', { class: 'hint', text: preset.purpose })),
    estimate);
  }

  // A typed name is kept, and its extension is replaced by that of the preset.
  #choose(preset) {
    const ending = (name) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
    const old = this.#file.value;
    this.#chosen = preset;
    this.#file.value = this.#isFileTyped && old
      ? old.slice(0, old.length - ending(old).length) + (preset.isFolder ? '' : ending(preset.file))
      : preset.file;
    this.#estimate(preset);
  }

  /** Makes estimates only while the panel is visible. */
  setShown(isShown) {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    if (!isShown) this.#asking?.abort();
    else if (this.#chosen) this.#estimate(this.#chosen);
  }

  // An estimate takes the server some seconds, and an encoder's memory. It is requested only for a preset that stays
  // selected for a moment, and not during an export.
  async #estimate(preset) {
    this.#asking?.abort();
    if (!this.#isShown) return;
    const { signal } = this.#asking = new AbortController();
    const node = this.#estimates.get(preset.name);
    node.setAttribute('aria-busy', 'true');
    try {
      await pause(400, signal);
      if ([...this.#app.exports.values()].some(({ state }) => state === 'running')) return;
      const path = recordingPath(this.#id, `presets/${encodeURIComponent(preset.name)}/estimate`);
      showEstimate(node, await this.#app.api.get(path, signal));
    } catch {
      // The estimate is optional.
    } finally {
      node.removeAttribute('aria-busy');
    }
  }

  async #begin(overwrite) {
    const file = this.#file.value.trim();
    if (!this.#chosen || !file) return;
    const path = recordingPath(this.#id, 'exports');
    this.#asking?.abort();
    try {
      const begun = await this.#app.api.post(path, { preset: this.#chosen.name, file, overwrite });
      this.#app.exports.set(begun.id, begun);
      this.#update(begun);
      this.#rows.get(begun.id).node.scrollIntoView({ block: 'nearest' });
      announce('Exporting');
    } catch (error) {
      if (error.status !== 409 || overwrite) toastError(error);
      else if (await ask('Overwrite it?', error.message, { action: 'Overwrite', isDestructive: true })) this.#begin(true);
    }
  }

  #update(each) {
    if (each.recording !== this.#id) return;
    const row = this.#rows.get(each.id);
    if (row && row.state === each.state) {
      row.show(each);
      return;
    }
    const made = this.#makeRow(each);
    if (row) row.node.replaceWith(made.node);
    else this.#exports.prepend(made.node);
    this.#rows.set(each.id, made);
    if (row && each.state === 'finished') announce(`${fileName(each)} is finished`);
    if (row && each.state === 'failed') toast(each.error ?? 'The export failed.', { isError: true });
  }

  #makeRow(each) {
    const bar = element('progress', { max: 1, value: each.progress, 'aria-label': 'Progress' });
    const status = element('span', { class: 'hint' });
    const node = element('li', { class: `export ${each.state}` },
      element('span', { class: 'export-name', text: fileName(each), title: each.path }), status,
      each.state === 'running' ? bar : null, element('div', { class: 'export-actions' }, ...this.#actions(each)));
    const show = (now) => {
      bar.value = now.progress;
      status.textContent = statusOf(now);
    };
    show(each);
    return { node, state: each.state, show };
  }

  #actions(each) {
    if (each.state === 'running') {
      return [button({ icon: 'close', text: 'Cancel', onclick: () => this.#try('DELETE', `/api/exports/${each.id}`) })];
    }
    if (each.state !== 'finished') return [];
    const download = each.address && !isPlaylist(each) ? element('a', {
      class: 'button icon-only', href: `${each.address}?download`, download: fileName(each),
      title: 'Download', 'aria-label': 'Download',
    }, icon('download')) : null;
    return [
      each.address && canPlay(each) ? button({ icon: 'play', text: 'Play', onclick: () => playResult(each) }) : null,
      button({ icon: 'copy', title: 'Copy path', onclick: () => copyPath(each) }),
      button({ icon: 'folder', title: 'Show in folder', onclick: () => this.#try('POST', `/api/exports/${each.id}/show`) }),
      download,
    ].filter(Boolean);
  }

  async #try(method, path) {
    try {
      await this.#app.api.send(method, path);
    } catch (error) {
      toastError(error);
    }
  }
}

function showEstimate(node, { bytes, seconds }) {
  node.replaceChildren(element('span', { text: `≈ ${size(bytes)}` }),
    element('span', { class: 'hint', text: `in ${roughDuration(seconds)}` }));
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

function fileName({ path }) {
  return path.split('/').pop();
}

function isPlaylist({ address }) {
  return address.endsWith('.m3u8');
}

function canPlay(each) {
  if (/\.(gif|mp4|webm|mov|m4v)$/i.test(each.address)) return true;
  return isPlaylist(each) && document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
}

function statusOf({ state, progress, bytes, error }) {
  if (state === 'running') return `${Math.floor(progress * 100)} %`;
  if (state === 'finished') return bytes ? size(bytes) : 'Finished';
  return state === 'failed' ? error ?? 'Failed' : 'Cancelled';
}

function playResult(each) {
  const isImage = /\.gif$/i.test(each.address);
  const player = isImage
    ? element('img', { class: 'result', src: each.address, alt: fileName(each) })
    : element('video', { class: 'result', src: each.address, controls: true, autoplay: true });
  const dialog = openDialog(fileName(each), element('div', {}, player, element('div', { class: 'actions' },
    button({ text: 'Close', onclick: () => dialog.close() }))), { className: 'result-dialog' });
}

async function copyPath({ path }) {
  try {
    await navigator.clipboard.writeText(path);
    toast('The path was copied.');
  } catch {
    toast(path);
  }
}

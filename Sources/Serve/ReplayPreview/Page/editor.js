// Changes to the edit: each is asked of the server, which holds it, in the order in which they were made.

import { recordingPath } from './api.js';

/**
 * The edit of one recording as this page knows it. Events: `edit` (`detail`: the Edit), `error` (`detail`: an Error).
 */
export class Editor extends EventTarget {
  #api;
  #id;
  #last = Promise.resolve();
  /** The names that images had before they were stored, by what they are called now. @type {Map<string, string>} */
  imageNames = new Map();

  constructor(api, id, edit) {
    super();
    this.#api = api;
    this.#id = id;
    this.edit = edit;
  }

  /** Takes an edit that the server sent, for whatever reason. */
  take(edit) {
    this.edit = edit;
    this.dispatchEvent(new CustomEvent('edit', { detail: edit }));
  }

  /** @returns {Promise<boolean>} whether it was done; times in ticks of recording time */
  trim(start, end) {
    return this.#operate(() => ({ operation: 'trim', start, end }));
  }

  cut(start, end) {
    return this.#operate(() => ({ operation: 'cut', start, end }));
  }

  /**
   * Makes an operation, as `replay edit` takes it without its range.
   * @param {{start?: number, end?: number}} range
   * @param {File} [image] what is seen of what it covers
   */
  make(words, range, image) {
    return this.#operate(async () => {
      const all = image ? `${words} image ${await this.#store(image)}` : words;
      return { operation: 'make', words: all, ...range };
    });
  }

  async #store(image) {
    const path = recordingPath(this.#id, 'images', { name: image.name });
    const { name } = await this.#api.upload(path, image, () => {});
    this.imageNames.set(name, image.name);
    return name;
  }

  /** @param {'remove' | 'enable' | 'disable'} operation @param {number} number of an operation in the edit's list */
  change(operation, number) {
    return this.#operate(() => ({ operation, number, revision: this.edit.revision }));
  }

  /** Another operation in the place of one, as `make` takes it. */
  replace(number, words, range) {
    return this.#operate(() => ({ operation: 'replace', number, words, ...range, revision: this.edit.revision }));
  }

  undo() {
    return this.#operate(() => ({ operation: 'undo', revision: this.edit.revision }));
  }

  redo() {
    return this.#operate(() => ({ operation: 'redo', revision: this.edit.revision }));
  }

  // An operation is made when those before it are answered: an undo names the revision that they led to.
  #operate(operation) {
    this.#last = this.#last.then(async () => {
      try {
        this.take(await this.#api.post(recordingPath(this.#id, 'edit'), await operation()));
        return true;
      } catch (error) {
        if (error.body?.edit) this.take(error.body.edit);
        this.dispatchEvent(new CustomEvent('error', { detail: error }));
        return false;
      }
    });
    return this.#last;
  }
}

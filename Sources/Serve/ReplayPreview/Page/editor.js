// Changes to the edit. Each change is requested from the server, which stores the edit, in the order of the changes.

import { recordingPath } from './api.js';
import { formatOperation } from './operationtext.js';

/**
 * The edit of one recording. Events: `edit` (`detail`: the Edit), `error` (`detail`: an Error).
 */
export class Editor extends EventTarget {
  #api;
  #id;
  #last = Promise.resolve();
  /** The original names of stored images, by their stored names. @type {Map<string, string>} */
  imageNames = new Map();

  constructor(api, id, edit) {
    super();
    this.#api = api;
    this.#id = id;
    this.edit = edit;
  }

  /** Takes an edit that the server sent. */
  take(edit) {
    this.edit = edit;
    this.dispatchEvent(new CustomEvent('edit', { detail: edit }));
  }

  /** @returns {Promise<boolean>} true if it was done; times in ticks of recording time */
  trim(start, end) {
    return this.#operate(() => ({ operation: 'trim', start, end }));
  }

  cut(start, end) {
    return this.#operate(() => ({ operation: 'cut', start, end }));
  }

  /**
   * Adds an operation.
   * @param {Partial<import('./operationtext.js').OperationParts>} parts without ranges
   * @param {{start?: number, end?: number}} range
   * @param {File} [image] the image that replaces the covered part
   */
  make(parts, range, image) {
    return this.#operate(async () => {
      const naming = ['image', 'watermark'].includes(parts.kind) ? [] : ['image'];
      const words = image ? [...parts.words, ...naming, await this.#store(image)] : parts.words;
      return { operation: 'make', words: formatOperation({ ...parts, words }), ...range };
    });
  }

  async #store(image) {
    const path = recordingPath(this.#id, 'images', { name: image.name });
    const { name } = await this.#api.upload(path, image, () => {});
    this.imageNames.set(name, image.name);
    return name;
  }

  /** Adds the zooms that the server proposes for a range, or for the whole recording. @returns {Promise<boolean>} */
  autozoom(range) {
    return this.#operate(() => ({ operation: 'autozoom', ...range }));
  }

  /** @param {'remove' | 'raise' | 'enable' | 'disable'} operation @param {number} number of an operation in the edit's list */
  change(operation, number) {
    return this.#operate(() => ({ operation, number, revision: this.edit.revision }));
  }

  /** Replaces an operation; `words` is its new text, without its range. */
  replace(number, words, range) {
    return this.#operate(() => ({ operation: 'replace', number, words, ...range, revision: this.edit.revision }));
  }

  undo() {
    return this.#operate(() => ({ operation: 'undo', revision: this.edit.revision }));
  }

  redo() {
    return this.#operate(() => ({ operation: 'redo', revision: this.edit.revision }));
  }

  // A request is built after the answers to earlier ones, because an undo names the resulting revision.
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

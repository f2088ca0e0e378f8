// Panels that fail alone: an exception in one of them never reaches the player or the other panels.

import { element, toastError } from './dom.js';

/**
 * Makes a panel whose exceptions are reported in the panel instead of being thrown.
 * @template Panel
 * @param {string} title the panel's name for messages
 * @param {() => Panel} make creates the panel
 * @param {Record<string, any>} [substitute] the properties that a panel has if it cannot be made
 * @returns {Panel} the panel; a method that fails returns undefined
 */
export function isolated(title, make, substitute = {}) {
  const report = new Report(title);
  const panel = report.guard(make);
  if (!panel) return substituted({ node: element('div', { class: 'list-panel' }, report.node), ...substitute });
  return new Proxy(panel, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values) => report.guard(() => value.apply(target, values), target.node);
    },
    // Private fields belong to the panel, not to its proxy.
    set: (target, name, value) => {
      report.guard(() => Reflect.set(target, name, value, target), target.node);
      return true;
    },
  });
}

/** A stand-in for a panel that could not be made: every method does nothing. */
function substituted(properties) {
  return new Proxy(properties, { get: (target, name) => (name in target ? target[name] : () => undefined) });
}

/** The failures of one panel: shown in the panel, and told once. */
class Report {
  node = element('p', { class: 'hint', role: 'alert' });
  #title;
  #isTold = false;

  constructor(title) {
    this.#title = title;
  }

  /** @param {() => any} work @param {HTMLElement} [host] shows the message */
  guard(work, host = null) {
    try {
      return work();
    } catch (error) {
      console.error(error);
      this.node.textContent = `${this.#title} cannot be shown. The video and the other panels still work.`;
      host?.prepend(this.node);
      if (!this.#isTold) toastError({ message: this.node.textContent });
      this.#isTold = true;
      return undefined;
    }
  }
}

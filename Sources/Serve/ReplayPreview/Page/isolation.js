// Isolation of panels: an exception in one panel never reaches the player or the other panels.

import { element, toastError } from './dom.js';

/**
 * Creates a panel whose exceptions are reported in the panel instead of being thrown.
 * @template Panel
 * @param {string} title the panel's name for messages
 * @param {() => Panel} make creates the panel
 * @param {Record<string, any>} [substitute] the properties of the substitute if the panel cannot be created
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

/** Creates a substitute for a panel that could not be created: every method does nothing. */
function substituted(properties) {
  return new Proxy(properties, { get: (target, name) => (name in target ? target[name] : () => undefined) });
}

/** The failures of one panel: shown in the panel, and reported once. */
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

// The controls of a viewer: the position, play and pause, the speed, the volume and the size.

import { button, element, icon, select } from './dom.js';
import { clock, spoken } from './format.js';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 4];

/** The controls, and what they show. */
export class WatchControls {
  node;
  #timescale;
  #isDragged = false;
  #slider;
  #position = element('span', { class: 'position', text: '0:00.0' });
  #length = element('span', { class: 'hint' });
  #play;
  #pause;
  #rate;
  #volume;
  #shared;

  /**
   * @param {number} timescale ticks per second
   * @param {{run: (action: string) => void, seek: (ticks: number) => void, setRate: (rate: number) => void,
   *   setVolume: (volume: number) => void, showWhole: () => void}} handlers `run` receives an action as in `keys.js`
   */
  constructor(timescale, { run, seek, setRate, setVolume, showWhole }) {
    this.#timescale = timescale;
    const act = (icon, action, title, extra = {}) => button({
      icon, title, onclick: () => run(action), onmousedown: (event) => event.preventDefault(), ...extra,
    });
    this.#slider = element('input', {
      type: 'range', class: 'seek', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Position',
      oninput: () => this.#drag(seek), onchange: () => { this.#isDragged = false; },
    });
    this.#play = act('play', 'playPause', 'Play (Space)', { kind: 'play' });
    this.#pause = act('pause', 'playPause', 'Pause (Space)', { kind: 'play', hidden: true });
    this.#rate = select(rates.map((rate) => [String(rate), `${rate}×`]), {
      'aria-label': 'Speed', onchange: () => setRate(Number(this.#rate.value)),
    });
    this.#volume = element('input', {
      type: 'range', class: 'volume', min: 0, max: 1, step: 0.05, 'aria-label': 'Volume, only for you',
      oninput: () => setVolume(this.volume),
    });
    const [back, on] = [act('backSeconds', 'previousSecond', 'Back one second'), act('onSeconds', 'nextSecond', 'Forward one second')];
    this.#shared = [this.#slider, this.#play, this.#pause, this.#rate, back, on];
    this.node = element('div', { class: 'watch-controls' }, this.#slider,
      element('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' },
        element('div', { class: 'times' }, this.#position, this.#length),
        element('div', { class: 'buttons' }, back, this.#play, this.#pause, on),
        element('div', { class: 'after' }, this.#rate, element('span', { class: 'volume-label' }, icon('volume'), this.#volume),
          button({ icon: 'fullScreen', title: 'Whole screen', onclick: showWhole }))));
  }

  /** The volume, 0…1. */
  get volume() {
    return Number(this.#volume.value);
  }

  set volume(volume) {
    this.#volume.value = volume;
  }

  /** Shows the duration of the edit, in ticks. */
  showDuration(duration) {
    this.#slider.max = Math.max(1, duration - 1);
    this.#length.textContent = `/ ${clock(duration / this.#timescale, 1)}`;
  }

  /** Shows the position, in ticks, unless the user is moving it. */
  showPosition(ticks) {
    if (this.#isDragged) return;
    this.#slider.value = ticks;
    this.#show(ticks);
  }

  /** Shows what the group does. @param {import('./groupcontrol.js').GroupControl} control */
  showSession({ isPlaying, rate }, isEnabled) {
    const hadFocus = [this.#play, this.#pause].includes(document.activeElement);
    this.#play.hidden = isPlaying;
    this.#pause.hidden = !isPlaying;
    for (const each of this.#shared) each.disabled = !isEnabled;
    if (hadFocus) (isPlaying ? this.#pause : this.#play).focus();
    if (document.activeElement === this.#rate) return;
    if (!rates.includes(rate) && ![...this.#rate.options].some(({ value }) => value === String(rate))) {
      this.#rate.append(element('option', { value: String(rate), text: `${rate}×` }));
    }
    this.#rate.value = String(rate);
  }

  #drag(seek) {
    this.#isDragged = true;
    this.#show(Number(this.#slider.value));
    seek(Number(this.#slider.value));
  }

  #show(ticks) {
    this.#position.textContent = clock(ticks / this.#timescale, 1);
    this.#slider.setAttribute('aria-valuetext', spoken(ticks / this.#timescale));
  }
}

// The controls for each kind of effect, and the parts of an operation that they produce.

import { checkField, NumberSlider, unitField } from './controls.js';
import { CoverFields } from './coverfields.js';
import { button, element, field, select } from './dom.js';
import {
  ColourFields, CornerFields, LabelFields, PercentFields, PictureFields, PointFields, StepFields,
} from './drawingfields.js';
import { RectangleFields } from './rectanglefields.js';
import { StyleFields } from './stylefields.js';

const speeds = [
  0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10, 12,
  14, 16,
];
const usualSpeeds = [0.5, 1.5, 2, 4, 8];

/** The speed of a range. */
class SpeedFields {
  node;
  #slider = new NumberSlider('Speed', {
    min: 0, max: speeds.length - 1, value: speeds.indexOf(2), read: (index) => `${speeds[index]}×`,
  });
  #mute = checkField('Without audio');

  constructor() {
    const presets = usualSpeeds.map((speed) => button({
      text: `${speed}×`, onclick: () => { this.#slider.value = speeds.indexOf(speed); },
    }));
    this.node = element('div', { class: 'effect-field' }, this.#slider.node,
      element('div', { class: 'presets-row', role: 'group', 'aria-label': 'Usual speeds' }, ...presets), this.#mute.node);
  }

  parts() {
    const words = [`${speeds[this.#slider.value]}x`];
    return { words: this.#mute.input.checked ? [...words, 'mute'] : words };
  }
}

/** The gain of a range, in decibels. */
class GainFields {
  #slider = new NumberSlider('Volume', { min: -60, max: 24, step: 0.5, value: -6, read: decibels });
  node = this.#slider.node;

  parts() {
    return { gain: this.#slider.value };
  }
}

function decibels(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value)} dB`;
}

/** The audio track of an effect. */
class TrackFields {
  #track = select([['', 'All audio'], ['app', 'Application audio'], ['mic', 'Microphone']], { 'aria-label': 'Audio' });
  node = field('Audio', this.#track);

  parts() {
    return { words: this.#track.value ? [this.#track.value] : [] };
  }
}

/** The text and position of a title. */
class TitleFields {
  #text = element('textarea', { rows: 2, maxlength: 500, required: true, spellcheck: 'true' });
  #place = select([['bottom', 'At the bottom'], ['middle', 'In the middle'], ['top', 'At the top']], {
    'aria-label': 'Place',
  });
  node = element('div', { class: 'effect-field' }, field('Text', this.#text), field('Place', this.#place));

  parts() {
    return { words: [this.#place.value], text: this.#text.value };
  }
}

/** The duration of a zoom's transitions, and whether it follows the pointer. */
class EaseFields {
  #ease = unitField('Zoom in and out within', 's', { min: 0, max: 60, step: 0.1, value: 0.5, required: true });
  #follow = checkField('Follow the pointer');
  node = element('div', { class: 'effect-field' }, this.#ease.node, this.#follow.node);

  parts() {
    const words = [`${this.#ease.input.value}s`];
    return { words: this.#follow.input.checked ? [...words, 'follow'] : words };
  }
}

const places = [
  ['top-left', 'Top left'], ['top-right', 'Top right'], ['bottom-left', 'Bottom left'], ['bottom-right', 'Bottom right'],
  ['side', 'Right of the screen'], ['side-left', 'Left of the screen'], ['stacked', 'Below the screen'],
  ['full', 'Instead of the screen'], ['off', 'Hidden'],
];

/** The position of the camera; in a corner and beside the screen it also has a size. */
class CameraFields {
  #place = select(places, { 'aria-label': 'Place', onchange: () => this.refresh() });
  #size = new NumberSlider('Size of the camera', {
    min: 10, max: 50, value: 30, read: (value) => `${value} % of the frame`,
  });
  #shape = select([['', 'Whole frame'], ['rounded', 'Round corners'], ['circle', 'Circle']], { 'aria-label': 'Shape' });
  #checks = { mirrored: checkField('Mirrored'), border: checkField('With a line'), shrink: checkField('Smaller during zooms') };
  #look = element('div', { class: 'effect-field' }, this.#size.node, field('Shape', this.#shape),
    ...Object.values(this.#checks).map(({ node }) => node));
  node = element('div', { class: 'effect-field' }, field('Place', this.#place), this.#look);

  refresh() {
    this.#look.hidden = !this.#hasLook;
    this.#checks.shrink.node.hidden = !this.#isInCorner;
  }

  parts() {
    if (!this.#hasLook) return { words: [this.#place.value] };
    const checked = Object.keys(this.#checks)
      .filter((word) => this.#checks[word].input.checked && (this.#isInCorner || word !== 'shrink'));
    const shape = this.#shape.value ? [this.#shape.value] : [];
    return { words: [`${this.#place.value}:${this.#size.value}`, ...shape, ...checked] };
  }

  get #hasLook() {
    return !['full', 'off'].includes(this.#place.value);
  }

  get #isInCorner() {
    return /^(top|bottom)-/.test(this.#place.value);
  }
}

/** The look of a pointer that was recorded apart from the frames. */
class PointerLookFields {
  #off = checkField('Hide the pointer');
  #size = new NumberSlider('Size', { min: 50, max: 400, step: 10, value: 150, read: (value) => `${value} %` });
  #smooth = new NumberSlider('Smooth motion', { min: 0, max: 100, step: 5, value: 50, read: (value) => `${value} %` });
  #idle = checkField('Hidden after 2 s of rest');
  #click = select([['', 'Not shown'], ['ring', 'A ring'], ['press', 'A smaller pointer']], { 'aria-label': 'Clicks' });
  #look = element('div', { class: 'effect-field' }, this.#size.node, this.#smooth.node, this.#idle.node,
    field('Clicks', this.#click));
  node = element('div', { class: 'effect-field' }, this.#off.node, this.#look);

  constructor() {
    this.#off.input.addEventListener('change', () => this.refresh());
  }

  refresh() {
    this.#look.hidden = this.#off.input.checked;
  }

  parts() {
    if (this.#off.input.checked) return { words: ['off'] };
    const smooth = this.#smooth.value > 0 ? ['smooth', `${this.#smooth.value / 100}`] : [];
    const idle = this.#idle.input.checked ? ['hide-idle', '2s'] : [];
    const click = this.#click.value ? ['click', this.#click.value] : [];
    return { words: ['size', `${this.#size.value}%`, ...smooth, ...idle, ...click] };
  }
}

/** The place and the size of shortcuts. */
class KeysFields {
  #place = select([['bottom', 'At the bottom'], ['top', 'At the top']], { 'aria-label': 'Place' });
  #size = new NumberSlider('Height of a key', { min: 3, max: 20, step: 0.5, value: 7, read: (value) => `${value} %` });
  node = element('div', { class: 'effect-field' }, field('Place', this.#place), this.#size.node);

  parts() {
    return { words: [this.#place.value, 'size', `${this.#size.value}%`] };
  }
}

/** The rotation of the frame. */
class TurnFields {
  #turn = select([['90', '90° to the right'], ['180', '180°'], ['270', '90° to the left']], {
    'aria-label': 'Direction',
  });
  node = field('Direction', this.#turn);

  parts() {
    return { words: [this.#turn.value] };
  }
}

/**
 * Creates the controls of effects, by name. `parts` of a control returns the parts of its operation.
 * @param {(shape: 'rectangle' | 'arrow' | 'point') => Promise<number[] | number[][] | null>} draw draws on the video
 * @param {import('./stylefields.js').StylePreset[]} styles
 */
export function effectFields(draw, styles) {
  return {
    speed: new SpeedFields(), gain: new GainFields(), title: new TitleFields(),
    rectangle: new RectangleFields(() => draw('rectangle')),
    cover: new CoverFields(), ease: new EaseFields(), camera: new CameraFields(), track: new TrackFields(),
    turn: new TurnFields(), pointer: new PointerLookFields(), keys: new KeysFields(), style: new StyleFields(styles),
    ends: new PointFields(['Beginning', 'Head'], () => draw('arrow')), point: new PointFields(['Place'], () => draw('point')),
    colour: new ColourFields(), label: new LabelFields(), step: new StepFields(), picture: new PictureFields(),
    corner: new CornerFields(), line: new PercentFields('Width of the line', 'width', { min: 0.1, max: 5, step: 0.1, value: 0.9 }),
    letters: new PercentFields('Height of a line of text', 'size', { min: 1, max: 30, step: 0.5, value: 5 }),
    darkness: new PercentFields('Darkness', 'opacity', { min: 5, max: 100, step: 5, value: 60 }),
    opacity: new PercentFields('Opacity', 'opacity', { min: 5, max: 100, step: 5, value: 60 }),
  };
}

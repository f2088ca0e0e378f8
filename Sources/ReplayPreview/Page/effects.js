// The list of what was decided, and what can be decided of the selection or of the whole: speed, audio, what is hidden.

import { button, element, field, select, toast } from './dom.js';

const operations = [
  ['speed', 'Speed', { value: '2x', label: 'Speed', canMute: true }],
  ['blur', 'Blur', { hasRectangle: true }],
  ['pixelate', 'Pixelate', { hasRectangle: true }],
  ['cover', 'Cover', { hasRectangle: true, hasImage: true }],
  ['title', 'Title', { value: '', label: 'Text', hasPosition: true }],
  ['zoom', 'Zoom', { value: '0.5s', label: 'Ease', hasRectangle: true }],
  ['camera', 'Camera', { hasPlace: true }],
  ['highlight', 'Highlight the pointer', { mayBeWhole: true }],
  ['clicks', 'Show clicks', { mayBeWhole: true }],
  ['mute', 'Mute', { isAudio: true }],
  ['gain', 'Gain', { value: '-6dB', label: 'Gain', isAudio: true }],
  ['fade-in', 'Fade in', { isAudio: true }],
  ['fade-out', 'Fade out', { isAudio: true }],
  ['crop', 'Crop', { hasRectangle: true, isWhole: true }],
  ['rotate', 'Turn', { value: '90', label: 'Degrees', isWhole: true }],
];

/** Where a camera is shown; in a corner it has a size. */
const places = [
  ['top-left', 'Top left'], ['top-right', 'Top right'], ['bottom-left', 'Bottom left'], ['bottom-right', 'Bottom right'],
  ['full', 'Instead of the screen'], ['off', 'Not at all'],
];

/** A text as an operation has it. */
function quoted(text) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The panel of operations. */
export class EffectPanel {
  node = element('div', { class: 'list-panel effects' });
  #editor;
  #getSelection;
  #draw;
  #getDuration;
  #kind = select(operations.map(([name, title]) => [name, title]), { 'aria-label': 'Operation' });
  #value = element('input', { type: 'text', spellcheck: 'false' });
  #rectangle = element('input', { type: 'text', placeholder: 'The whole frame', spellcheck: 'false' });
  #position = select([['bottom', 'Bottom'], ['middle', 'Middle'], ['top', 'Top']]);
  #mute = element('input', { type: 'checkbox' });
  #place = select(places);
  #size = element('input', { type: 'number', min: 1, max: 50, value: 30 });
  #circle = element('input', { type: 'checkbox' });
  #image = element('input', { type: 'file', accept: 'image/png,image/jpeg' });
  #track = select([['', 'All audio'], ['app', 'Application audio'], ['mic', 'Microphone']]);
  #fields;
  #submit = button({ text: 'Apply', kind: 'primary', type: 'submit' });
  #list = element('ol', { class: 'operations', 'aria-label': 'Operations' });
  #empty = element('p', { class: 'hint', text: 'Nothing was changed yet.' });

  /**
   * @param {import('./editor.js').Editor} editor
   * @param {() => {start: number | null, end: number | null}} getSelection recording time
   * @param {() => Promise<string | null>} draw lets somebody draw a rectangle on the video
   * @param {() => number} getDuration of the recording, in its time
   */
  constructor(editor, getSelection, draw, getDuration) {
    this.#editor = editor;
    this.#getSelection = getSelection;
    this.#draw = draw;
    this.#getDuration = getDuration;
    this.#fields = {
      value: field('Speed', this.#value),
      rectangle: field('Rectangle', this.#rectangle, 'Width x height + x + y, in pixels'),
      draw: button({ icon: 'area', text: 'Draw on the video', onclick: () => this.#drawRectangle() }),
      position: field('Where', this.#position),
      track: field('Of', this.#track),
      mute: element('label', {}, this.#mute, element('span', { text: 'Without audio' })),
      place: field('Where', this.#place),
      size: field('Width, in % of the frame’s', this.#size),
      circle: element('label', {}, this.#circle, element('span', { text: 'In a circle' })),
      image: field('Image', this.#image, 'None: black'),
    };
    this.#kind.addEventListener('change', () => this.#showFields());
    this.#place.addEventListener('change', () => this.#showPlace());
    const form = element('form', { class: 'effect-form' }, this.#kind, ...Object.values(this.#fields), this.#submit);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#apply();
    });
    this.node.append(form, this.#empty, this.#list);
    this.#showFields();
  }

  show(edit) {
    this.#empty.hidden = edit.operations.length > 0;
    this.#list.replaceChildren(...edit.operations.map((operation) => this.#row(operation)));
  }

  #row({ number, text, isEnabled }) {
    const toggle = element('input', {
      type: 'checkbox', checked: isEnabled,
      onchange: () => this.#editor.change(isEnabled ? 'disable' : 'enable', number),
    });
    return element('li', { class: 'operation' }, element('label', {}, toggle, element('span', { class: 'range', text })),
      button({ icon: 'trash', title: `Remove “${text}”`, kind: 'quiet', onclick: () => this.#editor.change('remove', number) }));
  }

  get #chosen() {
    return operations.find(([name]) => name === this.#kind.value)[2];
  }

  #showFields() {
    const {
      value, label, hasRectangle, hasPosition, hasPlace, hasImage, isAudio, canMute, isWhole, mayBeWhole,
    } = this.#chosen;
    this.#submit.firstChild.textContent = isWhole || mayBeWhole ? 'Apply' : 'Apply to the selection';
    this.#fields.value.hidden = value === undefined;
    this.#fields.value.firstChild.textContent = label ?? '';
    this.#value.value = value ?? '';
    this.#fields.rectangle.hidden = !hasRectangle;
    this.#fields.draw.hidden = !hasRectangle;
    this.#fields.position.hidden = !hasPosition;
    this.#fields.track.hidden = !isAudio;
    this.#fields.mute.hidden = !canMute;
    this.#fields.place.hidden = !hasPlace;
    this.#fields.image.hidden = !hasImage;
    this.#showPlace();
  }

  get #isInCorner() {
    return this.#place.value.includes('-');
  }

  #showPlace() {
    const isHidden = !this.#chosen.hasPlace || !this.#isInCorner;
    this.#fields.size.hidden = isHidden;
    this.#fields.circle.hidden = isHidden;
  }

  /** The words of where a camera is shown. */
  get #placeWords() {
    if (!this.#isInCorner) return this.#place.value;
    return `${this.#place.value}:${this.#size.value}${this.#circle.checked ? ' circle' : ''}`;
  }

  async #drawRectangle() {
    const rectangle = await this.#draw();
    if (rectangle !== null) this.#rectangle.value = rectangle;
  }

  async #apply() {
    const {
      value, hasRectangle, hasPosition, hasPlace, hasImage, isAudio, canMute, isWhole, mayBeWhole,
    } = this.#chosen;
    const { start, end } = this.#getSelection();
    const isSelected = start !== null && end !== null;
    if (!isWhole && !mayBeWhole && !isSelected) {
      toast('Set where it begins with I, and where it ends with O.');
      return;
    }
    const words = [
      this.#kind.value, hasPosition && this.#position.value,
      hasPosition ? quoted(this.#value.value) : value !== undefined && this.#value.value,
      hasRectangle && this.#rectangle.value, isAudio && this.#track.value,
      canMute && this.#mute.checked && 'mute', hasPlace && this.#placeWords,
    ].filter(Boolean).join(' ');
    const range = isSelected ? { start, end } : { start: 0, end: this.#getDuration() };
    await this.#editor.make(words, isWhole ? {} : range, hasImage ? this.#image.files[0] : undefined);
  }
}

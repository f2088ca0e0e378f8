// The record view: the choice of sources, and the recording in progress.

import { announce, ask, askText, button, element, field, icon, select, setText, toast, toastError } from './dom.js';
import { clock, named, sentence, size } from './format.js';
import { AreaChooser } from './area.js';
import { BroadcastChoice } from './broadcastchoice.js';
import { BroadcastPanel } from './broadcastpanel.js';

const clipSeconds = 30;
const subjects = { screen: 'Screen', audio: 'Audio', microphone: 'Microphone' };

/** The view with the choice of sources, or with the running recorder. */
export class RecordView {
  #app;
  #host;
  #abort = new AbortController();
  #form = null;
  #running = null;
  #stoppedHere = null;

  constructor(app, host) {
    this.#app = app;
    this.#host = host;
    document.title = 'Record – Replay';
    const { signal } = this.#abort;
    app.events.addEventListener('recorder', ({ detail }) => this.#changed(detail.recorder), { signal });
    app.events.addEventListener('hello', ({ detail }) => this.#changed(detail.recorder), { signal });
    for (const type of ['hello', 'broadcasts']) {
      app.events.addEventListener(type, ({ detail }) => this.#running?.showBroadcasts(detail.broadcasts ?? []), { signal });
    }
    this.#changed(app.recorder);
  }

  close() {
    this.#abort.abort();
    this.#form?.close();
  }

  #changed(recorder) {
    if (recorder) {
      this.#showRunning(recorder);
    } else if (this.#stoppedHere) {
      this.#app.go(this.#stoppedHere);
    } else if (!this.#form) {
      this.#running = null;
      this.#form = new SourceForm(this.#app.api, (body) => this.#start(body));
      this.#host.replaceChildren(this.#form.node);
    }
  }

  #showRunning(recorder) {
    if (!this.#running) {
      this.#form?.close();
      this.#form = null;
      this.#running = new RunningRecorder(this.#app.api, (action, body) => this.#act(action, body, recorder.id));
      this.#host.replaceChildren(this.#running.node);
      this.#running.showBroadcasts(this.#app.broadcasts);
    }
    this.#running.show(recorder);
  }

  async #start(body) {
    try {
      const { problems } = await this.#app.api.post('/api/recorder', body.consent ? body : withoutKeys(body));
      this.#form?.forgetKeys();
      for (const problem of problems ?? []) toast(named(problem), { isError: true });
      announce('Recording');
    } catch (error) {
      const { question } = error.body ?? {};
      if (error.status !== 403 || !question || body.consent) toastError(error);
      else if (await ask('Record the screen?', question, { action: 'Record' })) await this.#start({ ...body, consent: true });
    }
  }

  async #act(action, body, id) {
    try {
      if (action === 'stop') this.#stoppedHere = id;
      await this.#app.api.post(`/api/recorder/${action}`, body);
      if (action === 'clip') toast(`The last ${clipSeconds} s were saved as a recording.`);
      if (action === 'mark') toast('Marked.');
    } catch (error) {
      this.#stoppedHere = null;
      toastError(error);
    }
  }
}

/** The choice of sources. */
class SourceForm {
  #api;
  #onStart;
  #targets = element('div', { class: 'targets', role: 'radiogroup', 'aria-label': 'What is recorded' });
  #choice = element('div', { class: 'target-choice' });
  #controls = {};
  #area;
  #level = meter('Microphone');
  #listening = null;
  #kind = 'screen';
  #sources = null;
  #broadcasts;

  constructor(api, onStart) {
    this.#api = api;
    this.#onStart = onStart;
    this.#area = new AreaChooser(api);
    this.#broadcasts = new BroadcastChoice(api);
    this.node = element('form', { class: 'record-form' }, element('h1', { text: 'Record' }),
      element('p', { class: 'hint', text: 'Looking for sources…' }));
    this.node.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#load();
  }

  /** Forgets the stream keys, which were sent. */
  forgetKeys() {
    this.#broadcasts.clear();
  }

  close() {
    this.forgetKeys();
    this.#area.close();
    this.#listening?.abort();
  }

  /** Shows the level of the selected microphone. */
  async #listen() {
    this.#listening?.abort();
    this.#level.show(undefined);
    const { value } = this.#controls.microphone;
    if (value === 'none') return;
    const { signal } = this.#listening = new AbortController();
    const query = value ? `?${new URLSearchParams({ name: value.slice(1) })}` : '';
    try {
      const { body } = await this.#api.request(`/api/microphone${query}`, { signal });
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done && !signal.aborted; part = await reader.read()) {
        this.#level.show(Number(part.value.trim().split('\n').pop()));
      }
    } catch {
      // The level is only missing: the microphone may still be recorded, and the recorder reports errors.
    }
    if (!signal.aborted) this.#level.show(undefined);
  }

  async #load() {
    try {
      this.#sources = await this.#api.get('/api/sources');
      this.#build(this.#sources);
    } catch (error) {
      this.node.lastChild.textContent = error.message;
    }
  }

  #build({ monitors, windows, applications, microphones, cameras, absences, hasAudio }) {
    const check = element('input', { type: 'checkbox', disabled: !hasAudio });
    check.checked = hasAudio;
    this.#controls = {
      monitor: select(monitors.map((each) => [each.number, `${each.name} · ${each.width} × ${each.height}`])),
      window: select(windows.map((each) => [each.id, `${each.title || each.className}`.slice(0, 120)])),
      applicationAudio: check,
      application: select([['', 'All applications'], ...applications.map(({ name }) => [name, name])], { disabled: !hasAudio }),
      microphone: select([['none', 'None'], ...(hasAudio ? [['', 'Default']] : []),
        ...microphones.map((each) => [`=${each.name}`, each.title])]),
      camera: select([['', 'None'], ...cameras.map((each) => [each.name, each.title])]),
      pointer: element('input', { type: 'checkbox' }),
      name: element('input', { type: 'text', placeholder: 'Optional', maxlength: 1000 }),
      framesPerSecond: select([['', 'Default'], ['15', '15'], ['24', '24'], ['30', '30'], ['60', '60']]),
    };
    this.#controls.microphone.addEventListener('change', () => this.#listen());
    check.addEventListener('change', () => { this.#controls.application.disabled = !check.checked; });
    this.#targets.replaceChildren(this.#target('screen', 'Screen', true),
      this.#target('monitor', 'Monitor', monitors.length > 0),
      this.#target('window', 'Window', windows.length > 0), this.#target('area', 'Area', true));
    const { application, microphone, camera, pointer, name, framesPerSecond } = this.#controls;
    this.node.replaceChildren(element('h1', { text: 'Record' }),
      absences.length ? this.#notice(absences) : '',
      this.#targets, this.#choice,
      element('fieldset', {}, element('legend', { text: 'Audio and camera' }),
        element('label', { class: 'check' }, check, element('span', { text: 'Audio of applications' })),
        element('div', { class: 'fields' },
          field('Application', application), field('Microphone', microphone), field('Camera', camera)),
        element('div', { class: 'levels reserved' }, this.#level.node)),
      element('fieldset', {}, element('legend', { text: 'Recording' }),
        element('div', { class: 'fields' }, field('Name', name), field('Frames per second', framesPerSecond)),
        element('label', { class: 'check' }, pointer,
          element('span', { text: 'Record the pointer’s positions and clicks, to show later. Keys are never recorded.' }))),
      this.#broadcasts.node,
      element('button', { type: 'submit', class: 'button primary large' },
        icon('record'), element('span', { text: 'Record' })));
    this.#choose('screen');
  }

  /** Shows once what is missing, and the remedy. */
  #notice(absences) {
    const rows = absences.flatMap(({ subject, reason, remedy }) => [
      element('dt', { text: subjects[subject] ?? subject }),
      element('dd', { text: [reason, remedy].filter(Boolean).map(sentence).join(' ') }),
    ]);
    return element('section', { class: 'notice', 'aria-label': 'Not available' },
      element('h2', { text: 'Not available on this computer now' }), element('dl', {}, ...rows),
      button({ text: 'Look again', onclick: () => this.#lookAgain() }));
  }

  // The pressed button is replaced, so the new one takes the focus.
  async #lookAgain() {
    await this.#load();
    (this.node.querySelector('.notice button') ?? this.node.querySelector('.target input')).focus();
  }

  #target(kind, title, isThere) {
    const radio = element('input', { type: 'radio', name: 'target', disabled: !isThere, onchange: () => this.#choose(kind) });
    radio.checked = kind === 'screen';
    return element('label', { class: 'target' }, radio, icon(kind), element('span', { text: title }));
  }

  #choose(kind) {
    this.#kind = kind;
    const content = {
      screen: () => element('p', { class: 'hint', text: 'All monitors, in one video.' }),
      monitor: () => field('Monitor', this.#controls.monitor),
      window: () => field('Window', this.#controls.window),
      area: () => this.#area.open(),
    };
    this.#choice.replaceChildren(content[kind]());
  }

  #submit() {
    if (!this.#sources) return;
    const { applicationAudio, application, microphone, camera, pointer, name, framesPerSecond } = this.#controls;
    if (this.#kind === 'area' && !this.#area.value) {
      toast('Draw the area on the screenshot first.');
      return;
    }
    const targets = {
      screen: () => ({ screen: true }),
      monitor: () => ({ monitor: this.#controls.monitor.value }),
      window: () => ({ window: this.#controls.window.value }),
      area: () => ({ area: this.#area.value }),
    };
    const body = {
      target: targets[this.#kind](),
      applicationAudio: applicationAudio.checked,
      microphone: microphone.value === 'none' ? null : microphone.value.slice(1),
      camera: camera.value || null,
      pointer: pointer.checked,
    };
    if (applicationAudio.checked && application.value) body.application = application.value;
    if (name.value.trim()) body.name = name.value.trim();
    if (framesPerSecond.value) body.framesPerSecond = Number(framesPerSecond.value);
    const broadcasts = this.#broadcasts.bodies;
    if (broadcasts === null) return;
    if (broadcasts.length > 0) body.broadcasts = broadcasts;
    this.#onStart(body);
  }
}

const stateNames = {
  arming: 'Getting ready', recording: 'Recording', paused: 'Paused', stalled: 'Stalled', finishing: 'Finishing',
};

/** The running recorder. */
class RunningRecorder {
  #state = element('p', { class: 'recorder-state', role: 'status' });
  #time = element('p', { class: 'recorder-time' });
  #details = element('p', { class: 'hint' });
  #warning = element('p', { class: 'problem', role: 'status', hidden: true });
  #levels = { app: meter('Applications'), mic: meter('Microphone') };
  #buttons;
  #recorder = null;
  #broadcasts;

  /** @param {(action: string, body?: object) => void} act */
  constructor(api, act) {
    this.#broadcasts = new BroadcastPanel(api);
    const toggle = (iconName, text, state, on, off) => button({
      icon: iconName, text, 'aria-pressed': 'false', onclick: () => act(this.#recorder[state] ? off : on),
    });
    this.#buttons = {
      pause: button({
        icon: 'pause', text: 'Pause', onclick: () => act(this.#recorder.state === 'paused' ? 'resume' : 'pause'),
      }),
      mute: toggle('microphone', 'Mute', 'isMuted', 'mute', 'unmute'),
      cover: toggle('cover', 'Cover', 'isCovered', 'cover', 'uncover'),
    };
    this.node = element('section', { class: 'recorder-panel', 'aria-label': 'Recorder' },
      this.#state, this.#time, this.#details, this.#warning, element('div', { class: 'levels' }, this.#levels.app.node, this.#levels.mic.node),
      button({ icon: 'stop', text: 'Stop', kind: 'primary large', onclick: () => act('stop') }),
      element('div', { class: 'recorder-actions' }, this.#buttons.pause, this.#buttons.mute, this.#buttons.cover,
        button({ icon: 'mark', text: 'Mark', onclick: () => markNow(act) }),
        button({ icon: 'clip', text: `Save last ${clipSeconds} s`, onclick: () => act('clip', { seconds: clipSeconds }) }),
        button({ icon: 'trash', text: 'Discard', onclick: () => discard(act) })),
      this.#broadcasts.node);
  }

  showBroadcasts(broadcasts) {
    this.#broadcasts.show(broadcasts);
  }

  show(recorder) {
    this.#recorder = recorder;
    setText(this.#state, stateNames[recorder.state] ?? recorder.state);
    this.node.classList.toggle('paused', recorder.state !== 'recording');
    setText(this.#time, clock(recorder.seconds, 0));
    setText(this.#details, [size(recorder.bytes), `${recorder.frames} frames`, ...recorder.sources].join(' · '));
    this.#warning.hidden = !recorder.warning;
    setText(this.#warning, recorder.warning ?? '');
    for (const name of ['app', 'mic']) this.#levels[name].show(recorder.levels?.[name]);
    setText(this.#buttons.pause.lastChild, recorder.state === 'paused' ? 'Resume' : 'Pause');
    this.#buttons.mute.setAttribute('aria-pressed', String(recorder.isMuted));
    this.#buttons.cover.setAttribute('aria-pressed', String(recorder.isCovered));
  }
}

function meter(title) {
  const bar = element('meter', { min: 0, max: 1, value: 0, 'aria-label': `Level of ${title.toLowerCase()}` });
  const node = element('div', { class: 'level', hidden: true }, element('span', { class: 'hint', text: title }), bar);
  return {
    node,
    show(level) {
      node.hidden = level === undefined;
      // The square root of the level makes speech visible, as in a waveform.
      bar.value = Math.sqrt(level ?? 0);
    },
  };
}

// A stream key leaves the page once: when the user has agreed.
function withoutKeys({ broadcasts, ...body }) {
  return broadcasts ? { ...body, broadcasts: broadcasts.map(({ key, ...target }) => target) } : body;
}

async function markNow(act) {
  const name = await askText('Mark this instant', { label: 'Name', action: 'Mark' });
  if (name !== null) act('mark', { name: name.trim() });
}

async function discard(act) {
  const text = 'The recording and all its files will be deleted. This cannot be undone.';
  if (await ask('Discard this recording?', text, { action: 'Discard', isDestructive: true })) act('discard');
}

// Requests to the server, with the token.

import { sentence } from './format.js';

/** A response with status 4xx or 5xx: its status, its sentence, and the rest of its body. */
export class APIError extends Error {
  /** @param {number} status 0 if the server does not answer */
  constructor(status, body) {
    super(body.error ? sentence(body.error) : `The server answered with ${status}.`);
    this.status = status;
    this.body = body;
  }
}

const unreachable = 'The preview does not answer. If it has ended, start it again with replay preview.';

/** The API of one server. Names in paths are encoded only here. */
export class API {
  constructor(token) {
    this.token = token;
  }

  /** @returns {Promise<Response>} a response with status 2xx */
  async request(path, { method = 'GET', body, signal } = {}) {
    const headers = { Authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const options = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await fetch(path, options).catch((error) => {
      throw error.name === 'AbortError' ? error : new APIError(0, { error: unreachable });
    });
    if (response.ok) return response;
    throw new APIError(response.status, await response.json().catch((error) => {
      // The request was aborted between the head and the body, so the answer is not used.
      if (error.name === 'AbortError') throw error;
      return {};
    }));
  }

  async get(path, signal) {
    return (await this.request(path, { signal })).json();
  }

  /** @returns {Promise<any>} the answer, or null if it has no body */
  async send(method, path, body) {
    const response = await this.request(path, { method, body });
    const text = await response.text();
    return text ? JSON.parse(text) : null;
  }

  post(path, body = {}) {
    return this.send('POST', path, body);
  }

  /** Sends a file. XMLHttpRequest reports the progress of an upload; `fetch` does not. */
  upload(path, file, onProgress) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', path);
      request.setRequestHeader('Authorization', `Bearer ${this.token}`);
      request.upload.onprogress = (event) => onProgress(event.total ? event.loaded / event.total : 0);
      request.onerror = () => reject(new APIError(0, { error: unreachable }));
      request.onload = () => {
        const body = parse(request.responseText);
        if (request.status < 300) resolve(body);
        else reject(new APIError(request.status, body));
      };
      request.send(file);
    });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Returns the path of a recording below `/api/recordings/`, with a query. */
export function recordingPath(id, rest = '', query = null) {
  const path = `/api/recordings/${encodeURIComponent(id)}${rest && `/${rest}`}`;
  return query ? `${path}?${new URLSearchParams(query)}` : path;
}

/** The media of one recording. Times are ticks of edited time, or of recording time for thumbnails and waveforms. */
export class Media {
  #api;
  #id;

  constructor(api, id) {
    this.#api = api;
    this.#id = id;
  }

  /** @param {'video' | 'audio'} kind */
  init(kind) {
    return this.#bytes(`${kind}/init`);
  }

  /** @param {{at?: number, frame?: number, count: number}} range */
  video(revision, range, signal) {
    return this.#bytes('video', { revision, ...range }, signal);
  }

  /** Returns samples `start` to `end` of the mix, at 48,000 samples per second. */
  audio(revision, start, end, signal) {
    return this.#bytes('audio', { revision, start, end }, signal);
  }

  still(revision, at, signal) {
    return this.#blob('still', { revision, at }, signal);
  }

  thumbnail(at, height, signal) {
    return this.#blob('thumbnail', { at, height }, signal);
  }

  /** @returns {Promise<{levels: Uint8Array, progress: number}>} `progress`: the known fraction of the track, 0…1 */
  async waveform(track, start, end, columns, signal) {
    const path = recordingPath(this.#id, 'waveform', { track, start, end, columns });
    const response = await this.#api.request(path, { signal });
    const progress = Number(response.headers.get('Replay-Progress') ?? 1);
    return { levels: new Uint8Array(await response.arrayBuffer()), progress };
  }

  async #bytes(rest, query, signal) {
    const response = await this.#api.request(recordingPath(this.#id, rest, query), { signal });
    return new Uint8Array(await response.arrayBuffer());
  }

  async #blob(rest, query, signal) {
    return (await this.#api.request(recordingPath(this.#id, rest, query), { signal })).blob();
  }
}

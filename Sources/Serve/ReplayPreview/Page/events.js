// The stream of server-sent events. It reconnects after an interruption, until the server announces its end.

const delays = [300, 700, 1500, 3000, 5000]; // ms
const failuresUntilLost = 3;

/**
 * Dispatches each message as an event with its `type` (`detail`: the message). It also dispatches `connected`, and
 * `lost` if the server no longer answers.
 */
export class ServerEvents extends EventTarget {
  #headers;
  #stream = null; // the number by which the server knows the stream
  #failures = 0;
  #watched = null;
  #hasEnded = false;

  constructor(token) {
    super();
    this.#headers = { Authorization: `Bearer ${token}` };
  }

  async connect() {
    const watched = this.#watched;
    const query = watched === null ? '' : `?${new URLSearchParams({ watch: watched })}`;
    try {
      const response = await fetch(`/api/events${query}`, { headers: this.#headers });
      if (response.ok) {
        for await (const message of messages(response.body)) {
          this.#receive(message);
          if (message.type === 'hello' && this.#watched !== watched) this.#sendWatched();
        }
      }
    } catch {
      // The server has gone.
    }
    this.#closed();
  }

  /** Requests the events of a recording. @param {string | null} id */
  watch(id) {
    this.#watched = id;
    if (this.#stream !== null) this.#sendWatched();
  }

  #sendWatched() {
    const body = JSON.stringify({ watch: this.#watched });
    // If the request fails, the stream breaks too, and the next one names the recording.
    fetch(`/api/events/${this.#stream}`, { method: 'POST', headers: this.#headers, body }).catch(() => {});
  }

  #receive(message) {
    if (message.type === 'hello') {
      this.#stream = message.stream;
      this.#failures = 0;
      this.#hasEnded = false;
      this.#tell('connected');
    }
    if (message.type === 'bye') this.#hasEnded = true;
    this.#tell(message.type, message);
  }

  #closed() {
    this.#stream = null;
    this.#failures += 1;
    if (!this.#hasEnded && this.#failures === failuresUntilLost) this.#tell('lost');
    setTimeout(() => this.connect(), delays[Math.min(this.#failures - 1, delays.length - 1)]);
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The JSON messages of server-sent events, which have one line of data each. */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop();
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length));
  }
}

// The WebSocket. It reconnects after an interruption, until the server announces its end.

const delays = [300, 700, 1500, 3000, 5000]; // ms
const failuresUntilLost = 3;

/**
 * Dispatches each message as an event with its `type` (`detail`: the message). It also dispatches `connected`, and
 * `lost` if the server no longer answers.
 */
export class ServerEvents extends EventTarget {
  #token;
  #socket = null;
  #failures = 0;
  #watched = null;
  #hasEnded = false;

  constructor(token) {
    super();
    this.#token = token;
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/events`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ token: this.#token });
      this.#send({ watch: this.#watched });
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#closed();
  }

  /** Requests the events of a recording. @param {string | null} id */
  watch(id) {
    this.#watched = id;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ watch: id });
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #receive(message) {
    if (message.type === 'hello') {
      this.#failures = 0;
      this.#hasEnded = false;
      this.#tell('connected');
    }
    if (message.type === 'bye') this.#hasEnded = true;
    this.#tell(message.type, message);
  }

  #closed() {
    this.#failures += 1;
    if (!this.#hasEnded && this.#failures === failuresUntilLost) this.#tell('lost');
    setTimeout(() => this.connect(), delays[Math.min(this.#failures - 1, delays.length - 1)]);
  }

  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

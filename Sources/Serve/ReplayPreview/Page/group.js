// The part of the edit view that exists if others watch the recording too.

import { GroupControl } from './groupcontrol.js';
import { GroupFollower } from './groupfollower.js';
import { GroupPanel } from './grouppanel.js';
import { isolated } from './isolation.js';

/** The owner's side of a session: the controls of the group, the player that follows it, and the panel. */
export class Group {
  node;
  /** @type {GroupFollower | null} */
  follower = null;
  #session;
  #timescale;
  #control;
  #player = null;

  /**
   * Returns the group that watches a recording, or null if the server has no address for viewers, or another recording.
   * @param {AbortSignal} signal aborted when the user leaves the view
   * @param {() => void} onState called when the group plays or pauses
   */
  static of({ session, viewersAddress }, id, timescale, signal, onState) {
    const isWatched = viewersAddress?.split('#')[1]?.split('/')[1] === id;
    return isWatched ? new Group(session, viewersAddress, timescale, signal, onState) : null;
  }

  constructor(session, address, timescale, signal, onState) {
    this.#session = session;
    this.#timescale = timescale;
    this.#control = new GroupControl(session, () => this.#player, timescale);
    this.node = isolated('Together', () => new GroupPanel(session, signal, address)).node;
    session.addEventListener('session', () => {
      this.follower?.update();
      onState();
    }, { signal });
    session.addEventListener('ended', () => {
      this.setPlayer(null);
      onState();
    }, { signal });
  }

  /** The controls of the group, or null if nobody watches together now. */
  get control() {
    return this.#session.isActive ? this.#control : null;
  }

  /** Makes a player follow the group, or none. @param {import('./player.js').Player | null} player */
  setPlayer(player) {
    this.follower?.close();
    this.#player = player;
    this.follower = player && new GroupFollower(this.#session, player, this.#timescale);
  }
}

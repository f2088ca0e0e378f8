import { followComments } from './comments.js';
import { parseMain } from './playlist.js';
import { Rendition } from './rendition.js';

const video = document.querySelector('video');
const state = document.querySelector('#state');
const edge = document.querySelector('#edge');
const sound = document.querySelector('#sound');
const back = document.querySelector('#back');
const held = document.querySelector('#held');

// Seconds: the excess delay that changes the rate, the one that makes it jump, and the range that is worth going back.
const [slow, far, least] = [0.3, 4, 5];

let renditions = [];
let hasBegun = false;
let isOver = false;
let isLost = false;
// What the server says: `live`, `paused` by the owner, or `ended`.
let said = 'live';
// False if the viewer has chosen another position than the edge.
let isFollowing = true;
let isChoosing = false;
let ownSeeks = 0;
// The end of what is there, and the time of its last change.
let seen = {end: 0, at: performance.now()};

// The number by which the server counts viewers.
const headers = { 'Replay-Viewer': `${Math.random()}` };

const say = (text, isLive = false) => {
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle('live', isLive);
};

/** Fetches an address, and tries again while the server has nothing or cannot be reached. Null for what is gone. */
const fetched = async (url, kind, signal) => {
  while (true) {
    try {
      const response = await fetch(url, { headers, signal });
      isLost = false;
      if (response.ok) return await response[kind]();
      if (response.status === 404) return null;
      if (response.status !== 503) throw new RangeError(`the server answers ${response.status}`);
    } catch (error) {
      if (error instanceof RangeError || error.name === 'AbortError') throw error;
      isLost = true;
    }
    await new Promise(done => setTimeout(done, 1000));
    signal?.throwIfAborted();
  }
};

/** Follows what the server says of the broadcast. The server answers at each change. */
const listen = async () => {
  while (said !== 'ended' && !isOver) {
    const url = new URL('state.json', location);
    url.search = `known=${said}`;
    said = (await fetched(url, 'json'))?.state ?? 'ended';
    steer();
  }
};

const seek = time => {
  if (!renditions.every(each => each.holds(time))) for (const each of renditions) each.jump(time);
  ownSeeks++;
  video.currentTime = time;
};

const range = () => renditions[0]?.range ?? null;
const holdBack = () => renditions[0]?.holdBack ?? 1;

const clock = seconds => {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${h ? `${h}:${String(m).padStart(2, '0')}` : m}:${String(s).padStart(2, '0')}`;
};

/** Shows the position in what the server has. */
const showPosition = ({ start, end }) => {
  back.hidden = end - start < least;
  if (isChoosing) return;
  [back.min, back.max] = [Math.ceil(start), Math.floor(end)];
  back.value = Math.min(video.currentTime, end);
  back.setAttribute('aria-valuetext', behind(end - video.currentTime));
};

const behind = delay => delay < holdBack() + far ? 'Live' : `${clock(delay)} behind`;

/** Moves the position over gaps. */
const skipGaps = () => {
  const ranges = video.buffered;
  for (let index = 0; index < ranges.length; index++) {
    const start = ranges.start(index);
    const isBefore = index === 0 || ranges.end(index - 1) - video.currentTime < 0.1;
    if (video.currentTime < start && isBefore) seek(start + 0.01);
  }
};

/** Shows that the owner has paused. The browser's own controls would show that something is being loaded. */
const hold = isHeld => {
  held.hidden = !isHeld;
  video.controls = !isHeld;
};

/** Says the state before the first frame is shown. */
const tellNothing = () => {
  const isPaused = said === 'paused';
  hold(isPaused);
  if (isLost) say('The connection is lost; trying again');
  else say(isPaused ? 'Paused by its owner' : 'Connecting');
};

/** Keeps the position at the wanted distance from the end, and over gaps. */
const steer = () => {
  const there = range();
  if (!there || !video.buffered.length && !renditions.some(each => each.isJumping)) return tellNothing();
  if (!renditions.some(each => each.isJumping)) skipGaps();
  const { end } = there;
  if (end !== seen.end) seen = {end, at: performance.now()};
  if (isFollowing && !video.paused && end - video.currentTime > holdBack() + far) seek(end - holdBack());
  showPosition(there);
  const delay = end - video.currentTime;
  const isAtEdge = delay < holdBack() + far;
  edge.hidden = isAtEdge || isOver;
  video.playbackRate = isFollowing && isAtEdge && delay > holdBack() + slow ? 1.05 : 1;
  tell(delay, isAtEdge);
};

const tell = (delay, isAtEdge) => {
  if (!hasBegun && !isOver) return tellNothing();
  // The rest is played, up to the last frame.
  hold(isAtEdge && said === 'paused' && !isOver && !isLost && !video.paused && video.readyState < 3);
  if (isOver) return say('The broadcast has ended');
  if (isLost) return say('The connection is lost; trying again');
  if (video.paused) return say(isAtEdge ? 'You have paused' : `You have paused, ${clock(delay)} behind`);
  if (isAtEdge && said === 'paused') return say('Paused by its owner');
  if (isAtEdge && performance.now() - seen.at > 3000) return say('Waiting for the broadcast');
  say(isAtEdge ? 'Live' : `${clock(delay)} behind`, isAtEdge);
};

edge.addEventListener('click', () => {
  isFollowing = true;
  const there = range();
  if (there) seek(Math.max(there.start, there.end - holdBack()));
  video.play();
});
back.addEventListener('input', () => {
  isChoosing = true;
  say(behind(back.max - back.value));
});
back.addEventListener('change', () => {
  isChoosing = false;
  const there = range();
  if (!there) return;
  isFollowing = there.end - back.value < holdBack() + far;
  seek(isFollowing ? there.end - holdBack() : Math.max(there.start, Number(back.value)));
  video.play();
});
video.addEventListener('seeking', () => {
  if (ownSeeks > 0) {
    ownSeeks--;
    return;
  }
  isFollowing = false;
  const time = video.currentTime;
  if (!renditions.every(each => each.holds(time))) for (const each of renditions) each.jump(time);
});
video.addEventListener('pause', () => { isFollowing = false; });
sound.addEventListener('click', () => { video.muted = !video.muted; });
video.addEventListener('volumechange', () => {
  sound.textContent = video.muted ? 'Turn sound on' : 'Turn sound off';
});

followComments();

const steering = setInterval(steer, 250);
listen();
const source = new MediaSource();
video.src = URL.createObjectURL(source);
await new Promise(done => source.addEventListener('sourceopen', done, { once: true }));
try {
  const main = new URL('main.m3u8', location);
  const found = parseMain(await fetched(main, 'text'), main);
  sound.hidden = found.length < 2;
  // All buffers exist before the first is filled.
  const buffers = found.map(({ type }) => source.addSourceBuffer(type));
  renditions = found.map(({ url }, index) => new Rendition(url, buffers[index], fetched, () => video.currentTime));
  video.addEventListener('canplay', () => {
    const there = range();
    if (there) seek(Math.max(video.currentTime, there.end - holdBack()));
    video.play();
    hasBegun = true;
  }, { once: true });
  await Promise.all(renditions.map(each => each.follow()));
  isOver = true;
  if (source.readyState === 'open') source.endOfStream();
  steer();
  clearInterval(steering);
} catch (error) {
  clearInterval(steering);
  hold(false);
  say(`The broadcast cannot be played: ${error.message}`);
}

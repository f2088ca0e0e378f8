import { followComments } from './comments.js';
import { parseMain, parseMedia } from './playlist.js';

const video = document.querySelector('video');
const state = document.querySelector('#state');
const edge = document.querySelector('#edge');
const sound = document.querySelector('#sound');

// Seconds: the media kept behind the position, the excess delay that changes the rate, and the one that makes it jump.
const [kept, slow, far] = [120, 0.3, 4];

let holdBack = 1;
let isOver = false;
let isLost = false;
// False if the viewer has chosen another position than the edge.
let isFollowing = true;
let ownSeeks = 0;
// The end of what is there, and the time of its last change.
let seen = {end: 0, at: performance.now()};

const say = (text, isLive = false) => {
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle('live', isLive);
};

/** Fetches an address, and tries again while the server has nothing or cannot be reached. Null for what is gone. */
const fetched = async (url, read) => {
  while (true) {
    try {
      const response = await fetch(url);
      isLost = false;
      if (response.ok) return await read(response);
      if (response.status === 404) return null;
      if (response.status !== 503) throw new RangeError(`the server answers ${response.status}`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      isLost = true;
    }
    await new Promise(done => setTimeout(done, 1000));
  }
};

const settled = buffer => new Promise((done, failed) => {
  buffer.addEventListener('updateend', done, { once: true });
  buffer.addEventListener('error', () => failed(new Error('the browser cannot play it')), { once: true });
});

const append = async (buffer, bytes) => {
  const done = settled(buffer);
  buffer.appendBuffer(bytes);
  await done;
  const old = video.currentTime - kept;
  if (buffer.buffered.length && buffer.buffered.start(0) < old - 10) {
    const removed = settled(buffer);
    buffer.remove(0, old);
    await removed;
  }
};

/** The pieces to begin with: from the last one with a keyframe that is far enough from the end. */
const beginning = ({ pieces, holdBack, isEnded }) => {
  if (isEnded) return 0;
  const last = pieces.at(-1);
  const end = last.start + last.duration - holdBack;
  return Math.max(0, pieces.findLastIndex(piece => piece.isIndependent && piece.start <= end));
};

/** Follows a rendition to its end, and appends its pieces one after the other. */
const follow = async (rendition, buffer) => {
  const load = query => {
    const url = new URL(rendition.url);
    url.search = query;
    return fetched(url, response => response.text()).then(text => {
      if (text === null) throw new RangeError('it is gone');
      return parseMedia(text, rendition.url);
    });
  };
  let playlist = await load('');
  holdBack = playlist.holdBack;
  await append(buffer, await fetched(playlist.header, response => response.arrayBuffer()));
  let index = beginning(playlist);
  while (true) {
    for (const piece of playlist.pieces.slice(index)) {
      const bytes = await fetched(piece.url, response => response.arrayBuffer());
      if (bytes) await append(buffer, bytes);
    }
    if (playlist.isEnded) return;
    const { segment, part } = playlist.next;
    playlist = await load(`_HLS_msn=${segment}&_HLS_part=${part}`);
    const isNew = piece => piece.segment > segment || piece.segment === segment && (piece.part ?? Infinity) >= part;
    const found = playlist.pieces.findIndex(isNew);
    index = found < 0 ? playlist.pieces.length : found;
  }
};

const seek = time => {
  ownSeeks++;
  video.currentTime = time;
};

const end = () => video.buffered.length ? video.buffered.end(video.buffered.length - 1) : 0;

/** Keeps the position at the wanted distance from the end, and over gaps. */
const steer = () => {
  const ranges = video.buffered;
  if (!ranges.length) return;
  for (let index = 0; index < ranges.length; index++) {
    const start = ranges.start(index);
    const isBefore = index === 0 || ranges.end(index - 1) - video.currentTime < 0.1;
    if (video.currentTime < start && isBefore) seek(start + 0.01);
  }
  if (end() !== seen.end) seen = {end: end(), at: performance.now()};
  if (isFollowing && !video.paused && end() - video.currentTime > holdBack + far) seek(end() - holdBack);
  const delay = end() - video.currentTime;
  const isAtEdge = delay < holdBack + far;
  edge.hidden = isAtEdge || isOver;
  if (isOver) return say('The broadcast has ended');
  if (isLost) return say('The connection is lost; trying again');
  if (video.paused) return say(`Paused, ${Math.round(delay)} s behind`);
  if (isAtEdge && performance.now() - seen.at > 3000) return say('The recording is paused');
  video.playbackRate = isAtEdge && delay > holdBack + slow ? 1.05 : 1;
  say(isAtEdge ? 'Live' : `${Math.round(delay)} s behind`, isAtEdge);
};

edge.addEventListener('click', () => {
  isFollowing = true;
  seek(Math.max(0, end() - holdBack));
  video.play();
});
video.addEventListener('seeking', () => {
  if (ownSeeks > 0) ownSeeks--;
  else isFollowing = false;
});
video.addEventListener('pause', () => { isFollowing = false; });
sound.addEventListener('click', () => { video.muted = !video.muted; });
video.addEventListener('volumechange', () => {
  sound.textContent = video.muted ? 'Turn sound on' : 'Turn sound off';
});

followComments();

let steering;
const source = new MediaSource();
video.src = URL.createObjectURL(source);
await new Promise(done => source.addEventListener('sourceopen', done, { once: true }));
try {
  const main = new URL('main.m3u8', location);
  const renditions = parseMain(await fetched(main, response => response.text()), main);
  sound.hidden = renditions.length < 2;
  const buffers = renditions.map(rendition => source.addSourceBuffer(rendition.type));
  steering = setInterval(steer, 250);
  video.addEventListener('canplay', () => {
    seek(Math.max(video.currentTime, end() - holdBack));
    video.play();
  }, { once: true });
  await Promise.all(renditions.map((rendition, index) => follow(rendition, buffers[index])));
  isOver = true;
  if (source.readyState === 'open') source.endOfStream();
  steer();
  clearInterval(steering);
} catch (error) {
  clearInterval(steering);
  say(`The broadcast cannot be played: ${error.message}`);
}

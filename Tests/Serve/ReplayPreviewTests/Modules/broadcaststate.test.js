import { addressOf, figuresOf, hasEndedPage, isOver, stateOf, titleOf } from '../../../../Sources/Serve/ReplayPreview/Page/broadcaststate.js';
import { equal, test } from './harness.js';

const broadcast = { number: 7, target: 'twitch', state: 'live', bytes: 12_300_000, frames: 300, droppedFrames: 0, delay: 0.2 };

test('States are told in words, with a kind and an icon', () => {
  const told = (change) => stateOf({ ...broadcast, ...change });
  equal([told({}).text, told({}).kind], ['Live', 'live']);
  equal(told({ delay: 2.7 }).text, 'Live, 2 s behind');
  equal(told({ state: 'waiting', nextAttempt: 3.2 }), { text: 'Trying again in 4 s', kind: 'late', icon: 'wait' });
  equal(told({ state: 'waiting' }).text, 'Waiting');
  equal([told({ state: 'refused', problem: 'a wrong key' }).kind, told({ state: 'paused' }).icon], ['failed', 'pause']);
  equal([told({ state: 'ended' }).text, told({ state: 'ended', problem: 'lost' }).text], ['Ended', 'Failed']);
  equal(told({ state: 'dreaming' }).text, 'dreaming');
});

test('What was sent is told in figures', () => {
  equal(figuresOf(broadcast), '12 MB sent · 300 frames');
  equal(figuresOf({ ...broadcast, droppedFrames: 1, viewers: 1, frames: 1 }), '1 viewer · 12 MB sent · 1 frame · 1 frame left out');
  equal(figuresOf({ ...broadcast, viewers: 0 }).split(' · ')[0], '0 viewers');
});

test('A file is shown without its path', () => {
  equal(['/home/u/talk.mkv', 'host:1935/live', 'web 2'].map((target) => titleOf({ target })), ['talk.mkv', 'host:1935/live', 'web 2']);
});

test('Only an address of the web is a link', () => {
  equal(addressOf({ publicURL: 'https://example.org/watch' }), 'https://example.org/watch');
  equal([addressOf({}), addressOf({ publicURL: 'javascript:alert(1)' })], [null, null]);
});

test('A page for viewers that has ended is no link; the page of a service remains one', () => {
  const served = { publicURL: 'http://127.0.0.1:8080/x/', viewers: 2, bytes: 0, frames: 0 };
  equal(['live', 'paused'].map((state) => addressOf({ ...served, state })), [served.publicURL, served.publicURL]);
  equal(['ended', 'refused'].map((state) => addressOf({ ...served, state })), [null, null]);
  equal([hasEndedPage({ ...served, state: 'ended' }), hasEndedPage({ ...served, state: 'live' })], [true, false]);
  equal(figuresOf({ ...served, state: 'ended' }), '0 B sent · 0 frames');
  const service = { publicURL: 'https://example.org/watch', state: 'ended' };
  equal([addressOf(service), hasEndedPage(service)], [service.publicURL, false]);
});

test('A refused broadcast is over', () => {
  equal(['live', 'waiting', 'ended', 'refused'].map((state) => isOver({ state })), [false, false, true, true]);
});

import { clock, date, happening, named, plural, roughDuration, sentence, size, spoken } from '../../../../Sources/Serve/ReplayPreview/Page/format.js';
import { check, equal, test } from './harness.js';

test('Clocks are rounded down', () => {
  equal([clock(0), clock(62.45), clock(3723.4509), clock(59.9999, 0), clock(-1)],
    ['0:00.000', '1:02.450', '1:02:03.450', '0:59', '0:00.000']);
  equal([clock(0.3), clock(1.1, 1), clock(61, 0)], ['0:00.300', '0:01.1', '1:01']);
});

test('Durations are spoken with their units', () => {
  equal([spoken(1), spoken(62.5), spoken(3600), spoken(7325.004)],
    ['1 second', '1 minute 2.5 seconds', '1 hour 0 seconds', '2 hours 2 minutes 5 seconds']);
});

test('Clauses become sentences', () => {
  equal([sentence('the disk is full'), sentence('Is it?'), sentence('it said “no.”')],
    ['The disk is full.', 'Is it?', 'It said “no.”']);
});

test('A text that begins with a name keeps its letters', () => {
  equal([named('web 2: its process ended unexpectedly'), named('twitch: no key.'), named('/a/b.mkv: full')],
    ['web 2: its process ended unexpectedly.', 'twitch: no key.', '/a/b.mkv: full.']);
});

test('Events are described, also those of a newer recorder', () => {
  equal(happening({ kind: 'paused' }), 'Paused');
  equal(happening({ kind: 'gap', text: '2 s' }), 'The recording was cut off and continued: 2 s');
  equal(happening({ kind: 'lidClosed' }), 'Lid closed');
});

test('Numbers have units', () => {
  equal([plural(1, 'clip'), plural(0, 'clip')], ['1 clip', '0 clips']);
  equal([size(999), size(1500), size(12_345_678), size(5e15)], ['999 B', '1.5 kB', '12 MB', '5000 TB']);
  equal([roughDuration(0.5), roughDuration(40), roughDuration(720), roughDuration(7500)],
    ['under 1 s', '40 s', '12 min', '2 h 5 min']);
});

test('Dates of today and yesterday are called so', () => {
  const now = new Date(2026, 0, 2, 0, 30);
  check(date(new Date(2026, 0, 2, 0, 10).toISOString(), now).startsWith('Today, '), 'today');
  check(date(new Date(2026, 0, 1, 23, 50).toISOString(), now).startsWith('Yesterday, '), 'yesterday');
  check(date(new Date(2025, 11, 30).toISOString(), now).includes('2025'), 'an earlier day');
  equal(date('nothing', now), '');
});

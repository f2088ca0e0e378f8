import { GroupClock } from '../../../../Sources/Serve/ReplayPreview/Page/groupclock.js';
import { check, equal, near, test } from './harness.js';

test('The offset is that of the shortest round trip', () => {
  const clock = new GroupClock();
  check(!clock.isSet, 'No round trip yet');
  // The host is 5 s ahead. The first request was delayed by 80 ms on its way, and the second took 2 ms each way.
  equal(clock.add(1000, 1084, { received: 6_080_000, sent: 6_082_000 }), 82_000);
  equal(clock.add(2000, 2004, { received: 7_002_000, sent: 7_002_000 }), 4000);
  equal(clock.add(3000, 3050, { received: 8_045_000, sent: 8_045_000 }), 50_000);
  near(clock.now(10_000), 15_000_000, 1);
});

test('Old round trips are forgotten, and all of them after a sleep', () => {
  const clock = new GroupClock();
  clock.add(0, 1, { received: 500, sent: 500 });
  for (let i = 1; i <= 24; i += 1) clock.add(i * 1000, i * 1000 + 10, { received: i * 1e6 + 7e6, sent: i * 1e6 + 7e6 });
  near(clock.now(100_000), 100e6 + 7e6 - 5000, 1);
  clock.reset();
  check(!clock.isSet, 'Nothing is known');
});

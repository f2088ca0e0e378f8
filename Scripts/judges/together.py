"""Watching together in Chromium: some pages of one session, random commands, and the spread of their positions."""
import random
import time

import browser as browsers

# The session, the player and its follower, and samples of positions at given times of the host's clock. A page without a
# player, because it is being replaced, has the last one.
HOOKS = """
let lastPlayer = null;
window.group = () => {
  const detail = {};
  document.dispatchEvent(new CustomEvent('replay-find-player', {detail}));
  lastPlayer = detail.player ?? lastPlayer;
  return {...detail, player: lastPlayer};
};
window.sampleAt = (times) => {
  window.samples = [];
  for (const time of times) {
    const take = () => {
      const {player, session} = group();
      const now = session.clock.now();
      if (now < time) return setTimeout(take, Math.max(0, (time - now) / 1000 - 1));
      const exact = player?.exactPosition() ?? null;
      samples.push({time, now, isPlaying: exact !== null, position: exact ?? player?.position() ?? null,
        rate: player?.video.playbackRate ?? 1, drift: group().follower?.drift ?? null});
    };
    take();
  }
};
"""

READY = """(count) => { const {player, session, follower} = group();
  return !!player?.frame() && !!follower && session.isActive && session.clock.isSet
    && session.state.participants.length === count; }"""

# The page shows the state of the group: it plays, or stands at its position.
FOLLOWS = """() => { const {player, session, follower} = group(), {state} = session;
  if (!follower || session.isReading || player.edit.revision !== state.revision) return false;
  if (state.isPlaying) return player.isPlaying && !player.video.paused;
  return !player.isPlaying && player.position() === Math.min(state.time, player.edit.duration - 1); }"""

STATE = """() => { const {revision, time, isPlaying, isWaiting, rate, hostTime} = group().session.state;
  return {revision, time, isPlaying, isWaiting, rate, hostTime}; }"""

COMMANDS = {
    "play": "() => group().session.command('play')",
    "pause": "() => group().session.command('pause')",
    "seek": "(time) => group().session.seek(time, group().player.edit.revision)",
}


class Party:
    """The pages of one session: the owner's, and one for each viewer."""

    def __init__(self, chromium, plan, complaints, viewers=2):
        self.pages = []
        # The refusals that viewers may meet: all of them after the end of the session.
        self.refusals = []
        for address in [plan["address"]] + [plan["viewersAddress"]] * viewers:
            self.add(chromium, address, complaints)
        self.ready()
        self.timescale = self.pages[0].evaluate("Math.round(group().player.edit.duration / group().player.video.duration)")

    def add(self, chromium, address, complaints):
        """Opens a page in a context of its own, as another browser has."""
        context = chromium.new_context(viewport={"width": 960, "height": 640})
        page = context.new_page()
        browsers.listen(page, complaints, answers=self.refusals)
        page.add_init_script(HOOKS)
        page.goto(address)
        self.pages.append(page)
        return page

    def ready(self):
        for page in self.pages:
            browsers.until(page, READY, len(self.pages))

    def close(self, page):
        self.pages.remove(page)
        page.context.close()

    def follow(self):
        """Returns the state when all pages have the same one and follow it."""
        end = time.monotonic() + browsers.LIMIT
        while True:
            states = [page.evaluate(STATE) for page in self.pages]
            if all(state == states[0] for state in states) and all(page.evaluate(FOLLOWS) for page in self.pages):
                return states[0]
            if time.monotonic() > end:
                raise TimeoutError(f"the pages do not follow {states}")
            time.sleep(0.05)

    def command(self, page, name, argument=None):
        page.evaluate(COMMANDS[name], argument)

    def random_command(self, chance):
        """Sends a random command from a random page. Returns its name."""
        page = chance.choice(self.pages)
        state, duration = page.evaluate(STATE), page.evaluate("group().player.edit.duration")
        name = chance.choice(["seek", "seek", "pause" if state["isPlaying"] else "play"])
        self.command(page, name, chance.randrange(duration * 3 // 4) if name == "seek" else None)
        return name

    def spreads(self, delays):
        """Returns the spread of the positions, in milliseconds, at some times from now, in seconds."""
        now = self.pages[0].evaluate("group().session.clock.now()")
        times = [round(now + delay * 1e6) for delay in delays]
        for page in self.pages:
            page.evaluate("(times) => sampleAt(times)", times)
        for page in self.pages:
            browsers.until(page, f"window.samples.length === {len(times)}")
        found = [page.evaluate("window.samples") for page in self.pages]
        self.samples = found
        return [self._spread([each[i] for each in found], time) for i, time in enumerate(times)]

    def _spread(self, samples, time):
        def position(sample):
            late = (time - sample["now"]) / 1e6 * self.timescale * sample["rate"] if sample["isPlaying"] else 0
            return sample["position"] + late

        positions = [position(sample) for sample in samples]
        return (max(positions) - min(positions)) / self.timescale * 1000


# The last command has been in effect for some time, and the group waits for nobody.
SETTLED = """(seconds) => { const {state, clock} = group().session;
  return !state.isWaiting && clock.now() > state.hostTime + seconds * 1e6; }"""


def measure(party, commands, seed, tell=None):
    """Sends random commands, and returns the spreads of positions from half a second after their effect on, as pairs
    with True if a page played. Nothing is sampled while the group waits for a participant, because all pages stand then.
    """
    chance, found = random.Random(seed), []
    party.follow()
    for number in range(commands):
        name = party.random_command(chance)
        for page in party.pages:
            browsers.until(page, SETTLED, 0.5)
        spreads = party.spreads([0.1, 0.1 + chance.random()])
        played = [any(each[i]["isPlaying"] for each in party.samples) for i in range(len(spreads))]
        found += zip(spreads, played)
        if tell:
            tell(number, name, spreads, party.samples)
    return found

"""The page in Chromium, with measurements of its times. It uses the judges of the tests."""
import pathlib
import random
import sys

from preview_server import percentile, tell

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Scripts/judges"))
import browser as browsers  # noqa: E402  (of the judges)
import preview as judge  # noqa: E402

# Runs before the page's own scripts. Times count from the request for the page.
HOOKS = """
const figures = window.figures = {firstFrame: null, tiles: new Map(), loading: 0, lastTile: 0, operation: null};
new MutationObserver((_, observer) => {
  const video = document.querySelector('video');
  if (!video) return;
  observer.disconnect();
  video.requestVideoFrameCallback(() => { figures.firstFrame = performance.now(); });
}).observe(document, {childList: true, subtree: true});
const plainFetch = window.fetch;
window.fetch = async (path, options) => {
  if (!/[/](thumbnail|waveform)[?]/.test(path)) return plainFetch(path, options);
  figures.loading += 1;
  try {
    const response = await plainFetch(path, options);
    await response.clone().arrayBuffer();
    figures.tiles.set(path, response.ok && Number(response.headers.get('Replay-Progress') ?? 1) >= 1);
    return response;
  } finally {
    figures.loading -= 1;
    figures.lastTile = performance.now();
  }
};
"""

# The timeline requests missing tiles with each drawing. A second without a request shows that none is missing.
WHOLE = """(() => {
  const isThere = (kind) => [...figures.tiles.keys()].some((path) => path.includes(kind));
  return isThere('/thumbnail?') && isThere('/waveform?') && figures.loading === 0
    && [...figures.tiles.values()].every(Boolean) && performance.now() - figures.lastTile > 1000;
})()"""

# Waits for a key, and for the first frame of the edit that results.
WATCH = """() => {
  const {revision} = replay.edit;
  let pressed = null;
  figures.operation = null;
  document.addEventListener('keydown', (event) => { pressed = event.timeStamp; }, {capture: true, once: true});
  const watch = () => {
    if (replay.edit.revision === revision || !replay.frame()) return;
    replay.removeEventListener('position', watch);
    figures.operation = performance.now() - pressed;
  };
  replay.addEventListener('position', watch);
}"""

PLAY = """async (start) => {
  await replay.seek(start);
  replay.presented = [];
  await replay.play();
}"""


def opened(browser, address):
    """Opens a page. Returns the page with its first frame shown, and the seconds that this took."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(browsers.FIND_PLAYER)
    page.add_init_script(HOOKS)
    page.on("pageerror", lambda error: print("page:", error, file=sys.stderr))
    page.goto(address)
    browsers.until(page, "!!window.replay?.frame() && figures.firstFrame !== null")
    return page, page.evaluate("figures.firstFrame") / 1000


def play(page, start, count):
    """Plays until `count` frames were presented, and keeps playing."""
    page.evaluate(PLAY, start)
    browsers.until(page, f"replay.presented.length >= {count}")


def seek(page, times, barcode):
    """Returns for each time the shown number, or null, and the time in ms."""
    page.evaluate(judge.READER)
    return page.evaluate(judge.SEEK, [barcode, times])


def operate(page, keys):
    """Presses keys that change the edit. Returns the time until its first frame was presented, in ms."""
    page.evaluate(WATCH)
    page.keyboard.press(keys)
    browsers.until(page, "figures.operation !== null")
    return page.evaluate("figures.operation")


def cut_times(page, random_, count=30):
    """Cuts with the keyboard and undoes each cut. Every other cut happens during playback."""
    found = []
    timescale = page.evaluate("Math.round(replay.edit.duration / replay.video.duration)")
    for n in range(count):
        start = random_.randrange(page.evaluate("replay.edit.duration") - 3 * timescale)
        page.evaluate("(time) => replay.seek(time)", start)
        page.keyboard.press("i")
        page.evaluate("(time) => replay.seek(time)", start + random_.randrange(timescale // 5, timescale))
        page.keyboard.press("o")
        if n % 2:
            play(page, start, 3)
        found.append(operate(page, "x"))
        page.evaluate("replay.pause()")
        operate(page, "Control+z")
    return found


def tell_cut_times(page, name, seed):
    found = cut_times(page, random.Random(seed))
    tell(f"cut-median-{name}", percentile(found, 0.5))
    tell(f"cut-p95-{name}", percentile(found, 0.95))

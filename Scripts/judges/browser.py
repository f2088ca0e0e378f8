"""Chromium, by the package “playwright” of PyPI, with the errors of its pages."""
import contextlib
import shutil
import sys
import time

import packages

LIMIT = 120  # s: a machine may be slow and busy
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required"]


def bring():
    """Ensures that the package is there; ends the program with 69 if it is not available."""
    sys.path.insert(0, str(packages.bring("playwright", "1.65.2", "playwright")))


@contextlib.contextmanager
def chromium():
    """Yields a headless Chromium: Debian's, because Playwright's own cannot play H.264."""
    bring()
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def listen(page, complaints, answers=()):
    """Collects the errors of a page.

    :param answers: (status, end of the path) of refusals after which the page asks the user. Chromium reports these on the
        console too.
    """
    def said(message):
        place = message.location.get("url", "")
        path = place.partition("?")[0]
        isAnswer = any(f"status of {status} " in message.text and path.endswith(end) for status, end in answers)
        # If a page requests media while its edit changes, the answer has the new edit, and the page requests again.
        isStale = "status of 409 " in message.text and "?revision=" in place
        if message.type == "error" and not isAnswer and not isStale:
            complaints.append(f"{message.text} ({place})")

    def asked(dialog):
        complaints.append(f"a dialog of the browser: {dialog.message}")
        dialog.dismiss()

    page.add_init_script(FIND_PLAYER)
    page.set_default_timeout(LIMIT * 1000)
    page.on("console", said)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", asked)


# What a page shows, for messages.
STATE = """() => JSON.stringify({
  replay: !!window.replay, video: window.replay?.video?.readyState, error: window.replay?.video?.error?.message,
  frame: window.replay?.video ? window.replay.frame() : null, text: document.body.innerText.slice(0, 600) })"""


def until(page, condition, argument=None, limit=LIMIT):
    """Waits until an expression or a function is true. The page's policy forbids Playwright's own way."""
    end = time.monotonic() + limit
    while not (found := page.evaluate(condition, argument)):
        if time.monotonic() > end:
            raise TimeoutError(f"{condition}, but {page.url} has {page.evaluate(STATE)}")
        time.sleep(0.01)
    return found


# Makes the player of the edit view a global, which the page itself does not. While a player is replaced, it is the old one.
FIND_PLAYER = """(() => {
  let last;
  Object.defineProperty(window, 'replay', {configurable: true, get() {
    const detail = {};
    document.dispatchEvent(new CustomEvent('replay-find-player', {detail}));
    if (detail.player !== null) last = detail.player;
    return last;
  }});
})()"""

# True if the edit view shows the first frame of a recording.
SHOWN = "!!window.replay && (window.replay.video ? window.replay.video.readyState >= 2 && !!window.replay.frame() : true)"

"""Actions in the views of the page of `replay preview`, by roles and texts as a user finds them."""
import os

import browser as browsers

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 360, "height": 740}

# All changes are painted by the second frame from now.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
# Elements that are wider than the window. A page on a phone must scroll only down.
CUT_OFF = """() => [document.documentElement, document.querySelector('main'), ...document.querySelectorAll('dialog[open]')]
  .filter((node) => node.scrollWidth > node.clientWidth).map((node) => `${node.localName}: ${node.scrollWidth}`)"""
# The edit as the server sends it, to wait for a change of it.
EDIT = "window.replay.edit"


def check(isTrue, *words):
    if not isTrue:
        raise AssertionError(" ".join(map(str, words)))


class Views:
    """A page with its errors, and screenshots of it."""

    def __init__(self, page, pictures=None, complaints=None):
        self.page, self.pictures = page, pictures
        self.complaints = [] if complaints is None else complaints
        answers = [(403, "/api/recorder"), (409, "/exports")]
        browsers.listen(page, self.complaints, answers)
        self.picture_count = 0
        if pictures:
            os.makedirs(pictures, exist_ok=True)

    def until(self, condition, argument=None):
        return browsers.until(self.page, condition, argument)

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def dialog(self):
        return self.page.locator("dialog[open]")

    def answer(self, name):
        """Answers a dialog, which must be there, and returns its text."""
        text = self.dialog().inner_text()
        self.dialog().get_by_role("button", name=name, exact=True).click()
        self.dialog().wait_for(state="detached")
        return text

    def toast(self, text):
        self.page.locator(".toast", has_text=text).first.wait_for()

    # Screenshots.

    def shoot(self, name, everywhere=False):
        """Takes a screenshot, and checks that nothing is cut off; wide, and on request also narrow and dark."""
        self.picture_count += 1
        self._shoot(name, "wide")
        if not everywhere:
            return
        self.page.emulate_media(color_scheme="dark")
        self._shoot(name, "dark")
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(NARROW)
        self._shoot(name, "narrow")
        self.page.set_viewport_size(WIDE)
        self.page.evaluate(PAINTED)

    def _shoot(self, name, kind):
        self.page.evaluate(PAINTED)
        self.complaints += [f"{name}, {kind}: {cut} is cut off" for cut in self.page.evaluate(CUT_OFF)]
        if self.pictures:
            path = os.path.join(self.pictures, f"{self.picture_count:02}-{name}-{kind}.png")
            self.page.screenshot(path=path, animations="disabled")

    # The record view.

    def choose_screen(self):
        self.page.locator("nav").get_by_role("link", name="Record").click()
        self.page.locator("label.target", has_text="Screen").click()
        self.page.locator("label.field", has_text="Microphone").locator("select").select_option("none")

    def ask_to_record(self):
        """Returns when the dialog that asks for consent is shown."""
        self.page.locator("form.record-form button[type=submit]").click()
        self.dialog().wait_for()

    def await_elapsed(self, seconds):
        """Waits until the recorder shows at least this many recorded seconds."""
        shown = "document.querySelector('.recorder-time')?.textContent.split(':').reduce((sum, part) => 60 * sum + +part, 0)"
        self.until(f"(seconds) => {shown} >= seconds", seconds)

    def stop(self):
        """Stops, and returns when the edit view shows the recording."""
        self.button("Stop").click()
        self.await_edit_view()

    # The edit view.

    def await_edit_view(self):
        self.until(browsers.SHOWN)
        # Playback needs only the proxy. Thumbnails and waveforms may still be in progress.
        self.page.locator(".stage-progress").wait_for(state="hidden")

    def play_to_end(self):
        self.button("Play (Space)").click()
        self.until("window.replay.isPlaying")
        self.until("!window.replay.isPlaying")
        self.until("window.replay.position() === window.replay.edit.duration - 1")

    def edit(self):
        return self.page.evaluate(EDIT)

    def press_for_edit(self, keys):
        """Presses keys that change the edit, and returns the new one."""
        before = self.edit()["revision"]
        self.page.keyboard.press(keys)
        return self.await_edit(before)

    def await_edit(self, before):
        self.until(f"(before) => {EDIT}.revision !== before", before)
        return self.edit()

    def go(self, keys):
        """Presses keys that move the position, and returns when the frame there is shown."""
        before = self.page.evaluate("window.replay.position()")
        self.page.keyboard.press(keys)
        self.until("""(before) => { const p = window.replay.position(), f = window.replay.frame();
            return p !== before && f !== null && p >= f.start && p < f.start + f.duration; }""", before)

"""Debian's Firefox, headless, by Marionette: JSON over TCP, each message as “LENGTH:JSON”."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

LIMIT = 120  # s: a machine may be slow and busy
KEYS = {"Control": "\ue009", "Shift": "\ue008", "Enter": "\ue007", "Escape": "\ue00c"}

# A port that Firefox chooses, no first-run pages, no requests of its own, and playback without a click.
PREFERENCES = {
    "marionette.port": 0, "media.autoplay.default": 0, "media.autoplay.blocking_policy": 0,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
    "app.update.enabled": False, "app.normandy.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False, "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
}


class Firefox:
    """A browser's page, as `preview` uses it."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
        self.stream = self.socket.makefile("rb")
        self.count = 0
        self.receive()
        self.version = self.send("WebDriver:NewSession", {})["capabilities"]["browserVersion"]
        self.send("WebDriver:SetTimeouts", {"script": LIMIT * 1000, "pageLoad": LIMIT * 1000})

    def receive(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                raise ConnectionError("Firefox has ended")
            length += byte
        return json.loads(self.stream.read(int(length)))

    def send(self, command, parameters):
        self.count += 1
        message = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def goto(self, address):
        self.send("WebDriver:Navigate", {"url": address})

    def evaluate(self, script, argument=None):
        """Returns the value of an expression, or of a function of the argument; waits for a promise."""
        body = f"const it = ({script}); return typeof it === 'function' ? it(arguments[0]) : it;"
        answer = self.send("WebDriver:ExecuteScript", {"script": body, "args": [argument], "sandbox": None})
        return answer["value"]

    def press(self, keys):
        """Presses a key, or several together: `Control+z`."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        actions = [{"type": "keyDown", "value": value} for value in values]
        actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.send("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})


@contextlib.contextmanager
def firefox():
    """Yields a headless Firefox with its own profile."""
    with tempfile.TemporaryDirectory(prefix="replay-firefox-", ignore_cleanup_errors=True) as profile:
        # Where /proc is read-only, processes that shall have user namespaces of their own crash, and pages with them.
        environment = {
            "HOME": profile, "TMPDIR": profile, "MOZ_CRASHREPORTER_DISABLE": "1", "MOZ_ASSUME_USER_NS": "0"}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        pathlib.Path(profile, "user.js").write_text("".join(lines))
        process = subprocess.Popen(
            [shutil.which("firefox-esr"), "--headless", "--marionette", "--no-remote", "--profile", profile],
            env={**os.environ, **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield Firefox(port_of(profile, process))
        finally:
            # Its content processes are in its session.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def port_of(profile, process):
    """Returns the port on which Firefox listens, which it writes into its profile."""
    path, end = pathlib.Path(profile, "MarionetteActivePort"), time.monotonic() + LIMIT
    while not (path.exists() and (text := path.read_text())):
        if process.poll() is not None or time.monotonic() > end:
            raise TimeoutError("Firefox does not listen")
        time.sleep(0.01)
    return int(text)

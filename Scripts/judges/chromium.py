"""Shared parts of the judges in Chromium: a page that plays and seeks, a file server, and a browser with its findings.
"""
import contextlib
import http.server
import json
import os
import signal
import subprocess
import tempfile
import threading

# The page of a judge. JUDGEMENTS is replaced by functions that open a movie, and that call judge() with them, then
# report().
PAGE = """<!doctype html><body><video id=v muted></video><script>
const said = [];
const v = document.getElementById('v');
const once = (target, name, limit) => new Promise((done, failed) => {
  target.addEventListener(name, done, {once: true});
  v.addEventListener('error', () => failed(`no ${name} because of it`), {once: true});
  setTimeout(() => failed(`no ${name} within ${limit} s, at ${v.currentTime} of ${v.duration}`), limit * 1000);
});
const ranges = buffered =>
  [...Array(buffered.length).keys()].map(i => `${buffered.start(i)}..${buffered.end(i)}`).join(' ') || 'nothing';
v.addEventListener('error', () => said.push(`error ${v.error.code}: ${v.error.message}`));
async function playAndSeek(duration, seeks) {
  if (!(Math.abs(v.duration - duration) <= 0.06)) said.push(`lasts ${v.duration} s, not ${duration}`);
  v.playbackRate = 8;
  await v.play();
  await once(v, 'ended', 60);
  if (Math.abs(v.currentTime - v.duration) > 0.06) said.push(`ended at ${v.currentTime} of ${v.duration}`);
  const quality = v.getVideoPlaybackQuality();
  if (quality.corruptedVideoFrames) said.push(`${quality.corruptedVideoFrames} corrupted frames`);
  for (let n = 0; n < seeks; n++) {
    const place = ((n * 7919) % 100) / 100 * v.duration;
    const seeked = once(v, 'seeked', 10);
    v.currentTime = place;
    await seeked;
    if (Math.abs(v.currentTime - place) > 0.001) said.push(`sought ${place}, is at ${v.currentTime}`);
    if (v.readyState < 2) said.push(`no frame at ${place}`);
  }
}
async function judge(openings, duration, seeks) {
  for (const [name, open] of Object.entries(openings)) {
    const before = said.length;
    try {
      await open();
      await playAndSeek(duration, seeks);
    } catch (error) { said.push(`${error}`); }
    for (let n = before; n < said.length; n++) said[n] = `${name}: ${said[n]}`;
  }
}
const report = () => fetch('/said', {method: 'POST', body: JSON.stringify(said)});
JUDGEMENTS
</script>"""

TYPES = {".m3u8": "application/vnd.apple.mpegurl", ".mp4": "video/mp4", ".m4s": "video/mp4", ".m4v": "video/mp4",
         ".m4a": "audio/mp4", ".vtt": "text/vtt", ".ts": "video/mp2t", ".html": "text/html; charset=utf-8",
         ".js": "text/javascript", ".json": "application/json"}


def video_codec(data):
    """Returns MSE's codec string for the movie that begins with these bytes."""
    at = data.index(b"avcC") + 5
    return "avc1." + data[at:at + 3].hex()


def serve(folder, page=None, answered=None):
    """Serves a folder, with byte ranges, on a port of 127.0.0.1, which is returned. `page` replaces the folder's index.
    """
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def log_message(self, *_):
            pass

        def do_GET(self):
            if page is not None and self.path == "/":
                return self.send(page.encode(), "text/html; charset=utf-8")
            path = self.translate_path(self.path)
            if not os.path.isfile(path):
                return self.send(b"", "text/plain", 404)
            size = os.path.getsize(path)
            first, last, status, part = 0, size - 1, 200, None
            if self.headers.get("Range"):
                begin, _, end = self.headers["Range"].removeprefix("bytes=").partition("-")
                first, last = (int(begin), min(int(end or last), last)) if begin else (max(0, size - int(end)), last)
                status, part = 206, f"bytes {first}-{last}/{size}"
                if first > last:
                    return self.send(b"", "text/plain", 416, f"bytes */{size}")
            with open(path, "rb") as file:
                file.seek(first)
                data = file.read(last - first + 1)
            self.send(data, TYPES.get(os.path.splitext(path)[1], "application/octet-stream"), status, part)

        def send(self, data, kind, status=200, part=None):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Accept-Ranges", "bytes")
            if part:
                self.send_header("Content-Range", part)
            self.end_headers()
            try:
                self.wfile.write(data)
            except ConnectionError:
                pass  # A player may drop a request that it no longer needs.

        def do_POST(self):
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send(b"", "text/plain")
            answered(said)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def ask(folder, judgements, limit=110):
    """Returns Chromium's complaints about the movie in a folder, as sentences; empty if there are none."""
    done, said = threading.Event(), []
    port = serve(folder, PAGE.replace("JUDGEMENTS", judgements), lambda words: (said.extend(words), done.set()))
    with tempfile.TemporaryDirectory(prefix="replay-chromium-", ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
             f"http://127.0.0.1:{port}/"], env={**os.environ, "TMPDIR": profile}, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not done.wait(limit):
                said.append("Chromium did not come to an end")
        finally:
            browser.terminate()
            browser.wait()
            # Other processes of its session may live for a moment, and write into a profile that is being removed.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(browser.pid, signal.SIGKILL)
    return said

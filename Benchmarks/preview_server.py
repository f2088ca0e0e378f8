"""A server of `replay preview`, and the requests of the benchmarks; docs/PREVIEW.md describes them."""
import json
import os
import signal
import subprocess
import sys
import urllib.request

HOME = os.environ["REPLAY_HOME"]
# A server, and a browser, end with the benchmark, however it ends.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Server:
    """A server that runs until the end of a `with`."""

    def __enter__(self):
        self.process = subprocess.Popen(["replay", "preview", "--no-open", "--json"], stdout=subprocess.PIPE)
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.base, self.token = self.address.split("/#")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def get(self, path):
        request = urllib.request.Request(self.base + path, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def description(self, recording):
        return json.loads(self.get(f"/api/recordings/{recording}"))

    def video(self, recording, revision, place, count):
        """Returns frames of the edit; `place` is frame=F or at=T."""
        return self.get(f"/api/recordings/{recording}/video?revision={revision}&{place}&count={count}")

    def fetch(self, recording, edit, path):
        """Writes all frames of the edit to a file."""
        with open(path, "wb") as file:
            file.write(self.get(f"/api/recordings/{recording}/video/init"))
            for first in range(0, edit["frames"], 60):
                file.write(self.video(recording, edit["revision"], f"frame={first}", 60))

    def fetch_still(self, recording, edit, time, path):
        """Writes the frame at a time of the edit to a file, as a paused page shows it."""
        with open(path, "wb") as file:
            file.write(self.get(f"/api/recordings/{recording}/still?revision={edit['revision']}&at={time}&format=png"))

    def memory(self):
        """Returns the server's private memory, in MB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            lines = [line.split() for line in file]
        return sum(int(line[1]) for line in lines if line[0] in ("Private_Dirty:", "Private_Clean:")) / 1024


def tell(name, value):
    print("preview", name, value, flush=True)


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]

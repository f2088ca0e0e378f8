#!/usr/bin/env python3
"""Sets up a broadcast on YouTube, and switches it live and off: a set-up program for “replay broadcast”.

    replay broadcast ./youtube-live.json5 --setup title="My talk" --setup privacy=unlisted

README.md beside this file says what it needs. Replay runs it three times: without arguments before the recording, with
“go-live” when YouTube gets data, and with “complete” when the broadcast has ended.
"""
import datetime
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

API = os.environ.get("YOUTUBE_API", "https://youtube.googleapis.com/youtube/v3")
OAUTH = os.environ.get("YOUTUBE_OAUTH", "https://oauth2.googleapis.com")
SCOPE = "https://www.googleapis.com/auth/youtube"
WATCH = "https://www.youtube.com/watch?v="
POLL_SECONDS = 2
SENTENCES = {
    "quotaExceeded": "the Google project has used up its quota for today",
    "rateLimitExceeded": "YouTube gets too many requests of this project; try again later",
    "userRequestsExceedRateLimit": "YouTube gets too many requests of this user; try again later",
    "liveStreamingNotEnabled": "live streaming is not enabled for this channel; enable it at "
    "https://www.youtube.com/features",
    "insufficientLivePermissions": "this account may not stream live on the channel",
    "userBroadcastsExceedLimit": "the channel has too many scheduled broadcasts; delete some in YouTube Studio",
    "accessNotConfigured": "the Google project does not have the YouTube Data API v3; enable it in the Cloud console",
    "invalid_client": "Google does not know the OAuth client; download its file again",
    "access_denied": "access was denied in the browser",
    "expired_token": "the code was not entered in time",
}


class Failure(Exception):
    """A failure that is told in one sentence."""

    def __init__(self, reason, message=""):
        super().__init__(SENTENCES.get(reason) or message or reason)
        self.reason = reason


def request(method, url, headers=None, body=None):
    """Returns the JSON of an answer; None if it is empty."""
    call = urllib.request.Request(url, data=body, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(call, timeout=20) as answer:
            text = answer.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        raise failure(error) from error
    except OSError as error:
        raise Failure("network", f"{urllib.parse.urlsplit(url).netloc} cannot be reached: {error}") from error
    except ValueError as error:
        raise Failure("answer", "YouTube’s answer is not JSON") from error


def failure(error):
    """Returns the failure that an answer describes, in the form of the API or of OAuth 2.0."""
    try:
        described = json.loads(error.read())["error"]
        if isinstance(described, str):
            return Failure(described)
        reasons = described.get("errors") or [{}]
        return Failure(reasons[0].get("reason", ""), described.get("message", ""))
    except (ValueError, KeyError, TypeError):
        return Failure("", f"YouTube answered with status {error.code}")


def folder(variable, default):
    return pathlib.Path(os.environ.get(variable) or pathlib.Path.home() / default) / "replay"


class Account:
    """Access to the user's channel: OAuth 2.0 for devices (RFC 8628)."""

    def __init__(self):
        path = os.environ.get("YOUTUBE_CLIENT") or folder("XDG_CONFIG_HOME", ".config") / "youtube-client.json"
        try:
            self.client = json.loads(pathlib.Path(path).read_text())["installed"]
            self.identity = {"client_id": self.client["client_id"], "client_secret": self.client["client_secret"]}
        except FileNotFoundError as error:
            raise Failure("client", f"{path} is missing; README.md says how to get it") from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failure("client", f"{path} is not the file of an OAuth client; README.md says how to get one") from error
        self.file = folder("XDG_STATE_HOME", ".local/state") / "youtube-token.json"

    def post(self, path, **fields):
        body = urllib.parse.urlencode(fields).encode()
        return request("POST", OAUTH + path, {"Content-Type": "application/x-www-form-urlencoded"}, body)

    def access_token(self, may_ask):
        """Returns a new access token by the stored refresh token, or asks the user to allow it in a browser."""
        try:
            stored = json.loads(self.file.read_text())["refresh_token"]
            return self.post("/token", **self.identity, grant_type="refresh_token", refresh_token=stored)["access_token"]
        except (OSError, ValueError, KeyError):
            pass  # It was not allowed before.
        except Failure as error:
            if error.reason != "invalid_grant":
                raise
        if not may_ask:
            raise Failure("token", "YouTube no longer allows access; begin another broadcast to allow it again")
        return self.ask()

    def ask(self):
        device = self.post("/device/code", client_id=self.identity["client_id"], scope=SCOPE)
        tell(open=device["verification_url"], code=device["user_code"])
        interval, deadline = device.get("interval", 5), time.monotonic() + device["expires_in"]
        while time.monotonic() < deadline:
            time.sleep(interval)
            try:
                token = self.post("/token", **self.identity, device_code=device["device_code"],
                                  grant_type="urn:ietf:params:oauth:grant-type:device_code")
            except Failure as error:
                if error.reason == "slow_down":
                    interval += 5
                elif error.reason != "authorization_pending":
                    raise
                continue
            self.store(token["refresh_token"])
            tell(waiting=False)
            return token["access_token"]
        raise Failure("expired_token")

    def store(self, token):
        """Stores the refresh token in a file that only its user can read."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"refresh_token": token}, file)
        new.rename(self.file)


class Channel:
    """The calls of the YouTube Live Streaming API."""

    def __init__(self, may_ask=False):
        self.headers = {"Authorization": "Bearer " + Account().access_token(may_ask)}

    def call(self, method, path, body=None, **parameters):
        headers = self.headers | ({"Content-Type": "application/json"} if body else {})
        url = f"{API}/{path}?{urllib.parse.urlencode(parameters)}"
        return request(method, url, headers, json.dumps(body).encode() if body else None)

    def insert_broadcast(self, title, description, privacy):
        # YouTube refuses a time that is past when it gets the request. A broadcast may go live before its time.
        start = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=1)
        # If this machine fails, YouTube ends the broadcast by itself (enableAutoStop).
        return self.call("POST", "liveBroadcasts", part="id,snippet,status,contentDetails", body={
            "snippet": {"title": title, "description": description,
                        "scheduledStartTime": start.isoformat(timespec="seconds")},
            "status": {"privacyStatus": privacy, "selfDeclaredMadeForKids": False},
            "contentDetails": {"enableAutoStart": False, "enableAutoStop": True,
                               "monitorStream": {"enableMonitorStream": True}}})["id"]

    def insert_stream(self, title):
        return self.call("POST", "liveStreams", part="id,snippet,cdn,contentDetails", body={
            "snippet": {"title": title}, "contentDetails": {"isReusable": False},
            "cdn": {"ingestionType": "rtmp", "resolution": "variable", "frameRate": "variable"}})

    def transition(self, broadcast, status):
        self.call("POST", "liveBroadcasts/transition", id=broadcast, broadcastStatus=status, part="id,status")

    def status(self, kind, name, item):
        items = self.call("GET", kind, id=item, part="id,status").get("items") or []
        if not items:
            raise Failure("notFound", "the broadcast was deleted on YouTube")
        return items[0]["status"][name]

    def wait(self, kind, name, item, wanted):
        while (status := self.status(kind, name, item)) != wanted:
            if status in ("complete", "revoked", "error"):
                raise Failure("ended", f"YouTube says “{status}” instead of “{wanted}”")
            time.sleep(POLL_SECONDS)


def tell(**message):
    print(json.dumps(message), flush=True)


def set_up():
    facts = json.load(sys.stdin)
    values = facts["values"]
    title = values.get("title") or facts.get("name") or "Live"
    privacy = values.get("privacy", "private")
    if privacy not in ("public", "unlisted", "private"):
        raise Failure("usage", f"“privacy={privacy}” must be public, unlisted or private")
    channel = Channel(may_ask=True)
    broadcast = channel.insert_broadcast(title[:100], values.get("description", ""), privacy)
    try:
        stream = channel.insert_stream(title[:100])
        channel.call("POST", "liveBroadcasts/bind", id=broadcast, streamId=stream["id"], part="id,contentDetails")
        server = stream["cdn"]["ingestionInfo"]
    except Exception:
        channel.call("DELETE", "liveBroadcasts", id=broadcast)
        raise
    program = os.path.abspath(__file__)
    tell(address=server.get("rtmpsIngestionAddress") or server["ingestionAddress"], key=server["streamName"],
         publicURL=WATCH + broadcast, live=[program, "go-live", broadcast, stream["id"]],
         finish=[program, "complete", broadcast])


def go_live(broadcast, stream):
    channel = Channel()
    channel.wait("liveStreams", "streamStatus", stream, "active")
    channel.transition(broadcast, "testing")
    channel.wait("liveBroadcasts", "lifeCycleStatus", broadcast, "testing")
    channel.transition(broadcast, "live")


def complete(broadcast):
    """Completes a broadcast that viewers have seen, and deletes one that they have not."""
    channel = Channel()
    while (status := channel.status("liveBroadcasts", "lifeCycleStatus", broadcast)) in ("testStarting", "liveStarting"):
        time.sleep(POLL_SECONDS)
    if status == "live":
        channel.transition(broadcast, "complete")
    elif status not in ("complete", "revoked"):
        channel.call("DELETE", "liveBroadcasts", id=broadcast)


if __name__ == "__main__":
    try:
        command, *words = sys.argv[1:] or ["set-up"]
        {"set-up": set_up, "go-live": go_live, "complete": complete}[command](*words)
    except Failure as error:
        sys.exit(str(error))

import Foundation
import ReplayTestSupport
import Testing

/// Checks Examples/youtube-live against a local server that checks each request by YouTube's public discovery document.
@Suite(
    .enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"),
    .enabled(if: YouTubeServer.isAvailable, "the discovery document is not there, and PyPI cannot be reached"))
struct YouTubeLiveTests {
    private final class Channel {
        let live: BroadcastPlace
        let youtube: YouTubeServer
        private static let profile = ProjectFolder.path("Examples/youtube-live/youtube-live.json5")

        init(clientID: String = "client.apps.googleusercontent.com") throws {
            live = try BroadcastPlace()
            youtube = try YouTubeServer(sendingTo: live.server)
            live.place.variables = youtube.variables
            live.place.variables["XDG_STATE_HOME"] = live.place.path("state")
            live.place.variables["YOUTUBE_CLIENT"] = live.place.path("client.json")
            live.place.variables["SSL_CERT_FILE"] = live.server.certificate
            let client = "{\"installed\":{\"client_id\":\"\(clientID)\",\"client_secret\":\"GOCSPX-secret\"}}"
            try client.write(toFile: live.place.path("client.json"), atomically: true, encoding: .utf8)
        }

        func broadcast(_ words: String..., audio: String = "none") throws -> ChildProcess {
            try live.place.start(["broadcast", Self.profile, "--consent", "--audio", audio] + words)
        }

        /// Waits until the broadcast is live on YouTube.
        func awaitLive() throws {
            try live.place.await("the transition; \(try youtube.requests().suffix(2))") {
                try youtube.requests().contains { $0.call == "liveBroadcasts.transition live" && $0.status == 200 }
            }
        }

        /// Returns the calls, without repeated questions, after checking that all are valid.
        func calls() throws -> [String] {
            let requests = try youtube.requests()
            #expect(requests.allSatisfy { $0.problems.isEmpty }, "\(requests.flatMap(\.problems))")
            return requests.reduce(into: []) { if $0.last != $1.call { $0.append($1.call) } }
        }
    }

    private static let created = ["liveBroadcasts.insert", "liveStreams.insert", "liveBroadcasts.bind"]
    private static let wentLive = [
        "token", "liveStreams.list", "liveBroadcasts.transition testing", "liveBroadcasts.list",
        "liveBroadcasts.transition live",
    ]

    @Test("A broadcast is allowed, created, tested, live and complete; the stream has the recording’s very packets")
    func whole() throws {
        let channel = try Channel()
        let run = try channel.broadcast("--setup", "title=My talk", "--setup", "privacy=unlisted")
        try channel.live.place.await("the code; \(run.errors)") {
            run.errors.contains("youtube-live: open https://www.google.com/device, and enter the code GQVQ-JKEC")
        }
        try channel.youtube.allow()
        try channel.awaitLive()
        let status = try #require(try channel.live.statuses().first)
        #expect(status.publicURL == "https://www.youtube.com/watch?v=broadcast-1" && status.target == "youtube-live")
        #expect(try channel.live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0 && !outcome.errors.contains(channel.live.server.key), "\(outcome.errors)")
        let ending = ["token", "liveBroadcasts.list", "liveBroadcasts.transition complete"]
        let calls = try channel.calls()
        #expect(calls == ["device/code", "token"] + Self.created + Self.wentLive + ending, "\(calls)")
        let bodies = try channel.youtube.requests().map(\.body)
        #expect(bodies.contains { $0.contains(#""title": "My talk""#) && $0.contains(#""privacyStatus": "unlisted""#) })
        let token = try channel.live.place.shell("stat -c '%a' state/replay state/replay/youtube-token.json").output
        #expect(token == "700\n600\n")
        let sent = try #require(try channel.live.server.recordings().last)
        let frames = try channel.live.movie().packetHashes(of: "v:0")
        #expect(try MediaProbe(path: sent).packetHashes(of: "v:0") == frames && !frames.isEmpty)
        try expectSecond(channel)
    }

    /// Expects that the stored permission serves another broadcast, and that one that was never live is deleted.
    private func expectSecond(_ channel: Channel) throws {
        let before = try channel.calls().count
        try channel.youtube.fail("liveBroadcasts.insert", reason: "liveStreamingNotEnabled")
        let refused = try channel.broadcast().wait()
        let reason = "live streaming is not enabled for this channel; enable it at https://www.youtube.com/features"
        #expect(refused.status == 69 && refused.errors.contains(reason), "\(refused.errors)")
        #expect(try channel.live.place.replay("list", "-q").output.split(separator: "\n").count == 1)
        // There is no audio server, so that no recording begins.
        #expect(try channel.broadcast(audio: "app").wait().status == 69)
        let wanted =
            ["token", "liveBroadcasts.insert", "token"] + Self.created
            + ["token", "liveBroadcasts.list", "liveBroadcasts.delete"]
        #expect(try Array(channel.calls().dropFirst(before)) == wanted)
    }

    @Test("A wrong client, a missing one and a wrong value are told in a sentence")
    func refusals() throws {
        let channel = try Channel(clientID: "other")
        let wrong = try channel.broadcast("--setup", "privacy=secret").wait()
        #expect(wrong.status == 69 && wrong.errors.contains("must be public, unlisted or private"), "\(wrong.errors)")
        let unknown = try channel.broadcast().wait()
        #expect(unknown.status == 69 && unknown.errors.contains("does not know the OAuth client"), "\(unknown.errors)")
        channel.live.place.variables["YOUTUBE_CLIENT"] = channel.live.place.path("absent.json")
        let absent = try channel.broadcast().wait()
        #expect(absent.status == 69 && absent.errors.contains("absent.json is missing"), "\(absent.errors)")
        #expect(try channel.live.place.replay("list", "-q").output.isEmpty)
    }

    @Test("A failure while the broadcast goes live is told; the media goes on, and the broadcast is deleted at the end")
    func notLive() throws {
        let channel = try Channel()
        try channel.youtube.allow()
        try channel.youtube.fail("liveBroadcasts.transition", reason: "quotaExceeded")
        let run = try channel.broadcast()
        let status = try channel.live.await("the failure") { $0.setupProblem != nil }
        #expect(status.setupProblem?.contains("the Google project has used up its quota for today") == true)
        try channel.live.await("more frames") { $0.state == .live && $0.frames > status.frames + 10 }
        #expect(try channel.live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("used up its quota"), "\(outcome.errors)")
        #expect(try channel.calls().last == "liveBroadcasts.delete")
    }

    @Test("The example has less than 250 lines")
    func length() throws {
        let script = ProjectFolder.path("Examples/youtube-live/youtube-live.py")
        #expect(try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n").count < 250)
    }
}

import Foundation
import Replay
import ReplayTestSupport

/// A place with a screen and an RTMP server, in which tests broadcast.
final class BroadcastPlace {
    static let size = (width: 320, height: 180)

    let place: Workplace
    let server: RTMPServer
    private let scene: RunningScene

    init(hasAudio: Bool = false, kind: SceneKind = .motion) throws {
        place = try Workplace(screen: Self.size, hasAudio: hasAudio)
        server = try RTMPServer()
        scene = try RunningScene(SceneConfiguration(kind: kind, rate: 30, display: place.screen?.display))
        try write(key: server.key, to: "key")
    }

    /// The server's name as a target.
    var target: String { String(server.address.dropFirst("rtmp://".count)) }

    deinit { _ = try? scene.stop() }

    /// Writes a file with a stream key that only its user may read.
    func write(key: String, to name: String) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: place.path(name), contents: Data(key.utf8), attributes: attributes)
        else { throw ServerError("There is no key file.") }
    }

    /// Starts `replay broadcast`, with a key if a target is a server.
    func broadcast(_ words: String..., key: String = "key") throws -> ChildProcess {
        let options = ["--consent", "--audio", place.audio == nil ? "none" : "both"]
        let hasServer = words.contains { $0.hasPrefix("rtmp") || $0.hasPrefix("srt") || $0.hasSuffix(".json5") }
        return try place.start(["broadcast"] + words + options + (hasServer ? ["--key", place.path(key)] : []))
    }

    /// Returns the statuses of all broadcasts.
    func statuses() throws -> [BroadcastStatus] {
        try place.replay("broadcast", "status", "--json").json([BroadcastStatus].self)
    }

    /// Requests the status of the only broadcast, or of one to a target, until it satisfies `isWanted`.
    @discardableResult
    func await(_ what: String, of target: String? = nil, _ isWanted: (BroadcastStatus) -> Bool) throws
        -> BroadcastStatus
    {
        var last: BroadcastStatus?
        try place.await("\(what), but \(String(describing: last))") {
            last = try statuses().first { target == nil || $0.target == target }
            return last.map(isWanted) ?? false
        }
        guard let last else { throw ServerError("There is no broadcast.") }
        return last
    }

    /// Returns the movie of the only recording.
    func movie() throws -> MediaProbe {
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        return MediaProbe(path: recording.path + "/movie.mp4")
    }

    /// Checks that a stream of a movie that was sent is a part of the recording's: the same packets in the same order.
    func isPart(_ path: String, stream: String = "v:0", of original: String? = nil) throws -> Bool {
        let sent = try MediaProbe(path: path).packetHashes(of: stream)
        let all = try movie().packetHashes(of: original ?? stream)
        guard let first = sent.first, let start = all.firstIndex(of: first) else { return false }
        return all[start...].starts(with: sent)
    }
}

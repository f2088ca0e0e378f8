import Foundation
import MediaTime
import Replay
import ReplayTestSupport

/// A place with a screen in which tests broadcast to a handler, and read what it has received.
final class HandlerPlace {
    /// A message that the handler has received.
    struct Event: Decodable {
        struct Time: Decodable { var value: Int64, timescale: Int32 }
        struct Audio: Decodable { var sampleRate, channels, count: Int }
        struct Frame: Decodable { var width, height: Int }
        struct Setup: Decodable {
            struct Track: Decodable { var kind: String, width, height, sampleRate, channels: Int? }
            var recording, name: String
            var tracks: [Track]
            var values: [String: String]
        }
        var event: String
        var kind, text, reason, cause: String?
        var time: Time?
        var audio: Audio?
        var frame: Frame?
        var setup: Setup?

        var mediaTime: MediaTime? { time.map { MediaTime(value: $0.value, timescale: $0.timescale) } }
    }

    static let size = (width: 320, height: 180)

    let place: Workplace
    private let scene: RunningScene

    init(hasAudio: Bool = false) throws {
        place = try Workplace(screen: Self.size, hasAudio: hasAudio)
        scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        try addProgram(TestHandler.script, name: "handler")
    }

    deinit { _ = try? scene.stop() }

    /// Writes an executable file.
    func addProgram(_ text: String, name: String, mode: Int = 0o755) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        guard
            FileManager.default.createFile(atPath: place.path(name), contents: Data(text.utf8), attributes: attributes)
        else { throw ServerError("There is no \(name).") }
    }

    /// Starts `replay broadcast ./handler`.
    func broadcast(_ words: String..., to target: String = "./handler") throws -> ChildProcess {
        let audio = place.audio == nil ? "none" : "both"
        return try place.start(["broadcast", target, "--consent", "--audio", audio] + words)
    }

    /// Returns the status of the only broadcast; nil if there is none.
    func status() throws -> BroadcastStatus? {
        try place.replay("broadcast", "status", "--json").json([BroadcastStatus].self).first
    }

    /// Waits until the handler has received a number of frames.
    func awaitFrames(_ count: Int) throws {
        try place.await("\(count) frames at the handler") {
            try events().count { $0.kind == "video" } >= count
        }
    }

    /// Returns the messages that the handler has received, without an incomplete last line.
    func events() throws -> [Event] {
        guard let text = try? String(contentsOfFile: place.path("events.jsonl"), encoding: .utf8) else { return [] }
        return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    /// Returns the clocks of the frames that the handler has received.
    func clocks() throws -> [FrameClock] {
        let luma = [UInt8](try Data(contentsOf: place.folder.appending(path: "luma")))
        let (width, height) = Self.size
        let reader = BarcodeReader(
            shape: PlaneShape(width: width, height: height),
            placement: SceneLayout(width: width, height: height).barcode)
        let times = try events().filter { $0.kind == "video" }.compactMap(\.mediaTime)
        return times.enumerated().map { number, time in
            let plane = Array(luma[number * width * height..<(number + 1) * width * height])
            return FrameClock(time: time, clock: reader.barcode(in: plane.span)?.value)
        }
    }

    /// Returns the times of the beeps in the audio that the handler has received.
    func beeps(_ kind: String, frequency: Int) throws -> [MediaTime] {
        let first = try events().first { $0.kind == kind }
        guard let start = first?.mediaTime, let channels = first?.audio?.channels else {
            throw ServerError("The handler got no \(kind).")
        }
        let data = try Data(contentsOf: place.folder.appending(path: kind))
        let values = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        let samples = stride(from: 0, to: values.count, by: channels).map { values[$0] }
        return BeepDetector(frequency: frequency).onsets(in: samples).map {
            start + MediaTime(value: Int64($0), timescale: 48_000)
        }
    }

    /// Returns the movie of the only recording.
    func movie() throws -> MediaProbe {
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        return MediaProbe(path: recording.path + "/movie.mp4")
    }

    /// Returns true if a process of this user exists and has not ended.
    static func isRunning(_ pid: pid_t) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        return status.split(separator: ")").last.map { !$0.hasPrefix(" Z") } ?? false
    }
}

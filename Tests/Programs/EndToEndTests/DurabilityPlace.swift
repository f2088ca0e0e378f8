import Foundation
import Replay
import ReplayTestSupport

/// A place in which a test makes a recording and disturbs it.
final class DurabilityPlace {
    static let size = (width: 320, height: 180)

    let place: Workplace
    private(set) var scene: RunningScene?

    init(hasAudio: Bool = false) throws { place = try Workplace(screen: Self.size, hasAudio: hasAudio) }

    deinit { _ = try? scene?.stop() }

    func startScene(rate: Int = 30) throws {
        scene = try RunningScene(SceneConfiguration(kind: .motion, rate: rate, display: place.screen?.display))
    }

    /// Stops the scene. Its last frame stays on the screen.
    func stopScene() throws {
        _ = try scene?.stop()
        scene = nil
    }

    func library() throws -> RecordingLibrary { try .open(home: place.home.path) }

    func recording() throws -> Recording { try library().recording(matching: nil) }

    func wait(_ what: String, until isSo: () throws -> Bool) throws { try place.await(what, isSo) }

    /// Waits until the recording that a command began has its first frame.
    func awaitStart() throws {
        try wait("for a recording") {
            guard let recording = try? recording() else { return false }
            return recording.state() == .recording && ((try? recording.events()) ?? []).contains { $0.kind == .started }
        }
    }

    /// Returns the recorder of this place: the process named `replayd` that has one of its files open.
    func recorder() throws -> pid_t {
        var found: pid_t?
        try wait("for the recorder") {
            found = Self.processes().first { pid in
                guard Self.link("/proc/\(pid)/exe")?.hasSuffix("/replayd") == true else { return false }
                let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
                return files.contains { Self.link("/proc/\(pid)/fd/\($0)")?.hasPrefix(place.home.path) == true }
            }
            return found != nil
        }
        return found ?? 0
    }

    /// Returns the process of the display.
    func display() throws -> pid_t {
        guard let screen = place.screen else { throw RecorderError(.failed, description: "there is no display") }
        return screen.pid
    }

    /// Returns the process of the audio server.
    func audioServer() throws -> pid_t {
        guard let audio = place.audio else { throw RecorderError(.failed, description: "there is no audio server") }
        return audio.pid
    }

    private static func processes() -> [pid_t] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    }

    private static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    /// Waits until no process writes the recording.
    func awaitEnd() throws {
        try wait("for the recording's end") { try recording().state() != .recording }
    }
}

import Foundation
import ReplayTestSupport

/// The kinds of recordings that a library may hold, by the events while they were made.
enum RecordingKind: String, CaseIterable {
    case plain, paused
    case coveredAndMuted = "covered and muted"
    case resumed, buffered, clipped
    case windowClosed = "window closed"
    case killed
    case camera = "with a camera"
    case pointer = "with the pointer"
    case imported, redacted
}

/// A library with a recording of each kind, made by the real recorder on a separate display.
final class MatrixLibrary {
    let place: Workplace
    private let scene: RunningScene
    /// The ids of the recordings.
    private(set) var ids: [RecordingKind: String] = [:]

    private static let size = (width: 640, height: 360)

    init() throws {
        place = try Workplace(screen: Self.size, hasAudio: true)
        scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        for kind in RecordingKind.allCases { ids[kind] = try make(kind) }
        _ = try scene.stop()
    }

    private func make(_ kind: RecordingKind) throws -> String {
        switch kind {
        case .plain: try recorded(kind)
        case .paused: try recorded(kind, while: [["pause"], ["resume"]])
        case .coveredAndMuted:
            try recorded(kind, while: [["cover"], ["mute"], ["uncover"], ["unmute"], ["mark", "here"]])
        case .resumed: try resumed()
        case .buffered: try recorded(kind, ["--buffer", "1s"])
        case .clipped: try clipped()
        case .windowClosed: try closed()
        case .killed: try killed()
        case .camera: try withCamera()
        case .pointer: try withPointer()
        case .imported: try imported()
        case .redacted: try redacted()
        }
    }

    /// Starts a recording of both audio sources in the background.
    private func begin(_ kind: RecordingKind, _ options: [String] = []) throws -> String {
        let begun = try place.start(["record", "--audio", "both", "--detach", "--name", kind.rawValue] + options).wait()
        guard begun.status == 0 else { throw ServerError("\(kind): \(begun.errors)") }
        return begun.line
    }

    /// Waits until the current recording is this many seconds longer.
    private func wait(seconds: Double) throws {
        let now = try place.awaitStatus { $0.frames > 0 }.seconds
        _ = try place.awaitStatus { $0.seconds > now + seconds }
    }

    private func recorded(
        _ kind: RecordingKind, _ options: [String] = [], while commands: [[String]] = []
    ) throws -> String {
        let id = try begin(kind, options)
        try wait(seconds: 0.7)
        for command in commands {
            try run(command)
            // A paused recording does not get longer.
            if command != ["pause"] { try wait(seconds: 0.2) }
        }
        try wait(seconds: 0.8)
        try run(["stop"])
        return id
    }

    private func run(_ arguments: [String], status: Int32 = 0) throws {
        let outcome = try place.start(arguments).wait()
        guard outcome.status == status else {
            throw ServerError("\(arguments) ended with \(outcome.status): \(outcome.errors)")
        }
    }

    private func resumed() throws -> String {
        let id = try recorded(.resumed)
        try run(["record", "--resume", id, "--duration", "900ms"])
        return id
    }

    private func clipped() throws -> String {
        let source = try begin(.clipped)
        try wait(seconds: 2)
        let clip = try place.replay("clip", "1500ms", "--name", "clip")
        guard clip.status == 0 else { throw ServerError(clip.errors) }
        try run(["stop"])
        try run(["discard", source, "--yes"])
        return clip.line
    }

    private func closed() throws -> String {
        let window = try PaintedWindow(
            PixelRectangle(width: 320, height: 180, x: 20, y: 20), colour: 0xE6_00C8, className: "Plain",
            title: "closing", display: place.screen?.display)
        window.show()
        let id = try begin(.windowClosed, ["--window", "0x" + String(window.id, radix: 16)])
        try wait(seconds: 1.5)
        window.close()
        try place.await("the end of the window's recording") { try place.replay("status").status == 1 }
        return id
    }

    private func killed() throws -> String {
        let id = try begin(.killed)
        try wait(seconds: 1.5)
        let folder = place.home.appending(path: "recordings/\(id)").path
        guard let recorder = Self.process(in: folder) else { throw ServerError("there is no recorder") }
        kill(recorder, SIGKILL)
        try place.await("the end of the recorder") { Self.process(in: folder) == nil }
        try run(["recover"])
        return id
    }

    /// Returns the recorder that has a file of a folder open.
    private static func process(in folder: String) -> pid_t? {
        let manager = FileManager.default
        let processes = (try? manager.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.lazy.compactMap { pid_t($0) }.first { process in
            let files = (try? manager.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            let links = files.map { try? manager.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)") }
            return links.contains { $0?.hasPrefix(folder) ?? false }
        }
    }

    private func withCamera() throws -> String {
        let room = try XServer(width: 320, height: 240)
        defer { room.stop() }
        return try recorded(.camera, ["--camera", "x11grab:\(room.display)"])
    }

    private func withPointer() throws -> String {
        let input = try InputInjector(display: place.screen?.display)
        input.move(x: 20, y: 30)
        let id = try begin(.pointer, ["--pointer"])
        try wait(seconds: 0.7)
        input.move(x: 200, y: 130)
        try wait(seconds: 0.8)
        try run(["stop"])
        return id
    }

    private func imported() throws -> String {
        let path = place.path("movie.mp4")
        let source =
            "-f lavfi -i testsrc2=s=640x360:r=25:d=2 -f lavfi -i sine=440:r=48000:d=2 -c:v libx264 -bf 2 -g 25 -pix_fmt yuv420p -c:a aac"
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + source.split(separator: " ").map(String.init) + [path])
        let made = try place.replay("import", path, "--name", "imported")
        guard made.status == 0 else { throw ServerError(made.errors) }
        return made.line
    }

    private func redacted() throws -> String {
        let id = try recorded(.redacted)
        try run(["redact", id, "0.5..0.8", "100x60+20+20", "--yes"])
        return id
    }
}

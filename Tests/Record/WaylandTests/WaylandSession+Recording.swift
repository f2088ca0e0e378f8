import Foundation
import MediaTime
import ReplayTestSupport

extension WaylandSession {
    /// Returns the newest recording's movie.
    func movie() throws -> MediaProbe { MediaProbe(path: try recordingFolder().appending(path: "movie.mp4").path) }

    /// Returns the newest recording's folder.
    func recordingFolder() throws -> URL {
        let folder = home.appending(path: "recordings")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        guard let name = names.last else { throw ServerError("There is no recording in \(folder.path).") }
        return folder.appending(path: name)
    }

    /// Returns the newest recording's end, from `recording.json`.
    func ending() throws -> RecordingEnding {
        struct Facts: Decodable { var ending: RecordingEnding? }
        let data = try Data(contentsOf: recordingFolder().appending(path: "recording.json"))
        guard let ending = try JSONDecoder().decode(Facts.self, from: data).ending else {
            throw ServerError("The recording has no end.")
        }
        return ending
    }

    /// Requests the status of the latest recording until it satisfies `isWanted`.
    func awaitStatus(_ isWanted: (Workplace.Status) -> Bool) throws -> Workplace.Status {
        try .awaited(isWanted) { try replay("status", "--json") }
    }

    /// Starts a recording, and returns when it has frames.
    func record(_ arguments: String...) throws -> ChildProcess {
        let recorder = try start(["record", "--audio", "none"] + arguments)
        _ = try awaitStatus { $0.state == "recording" && $0.frames > 0 }
        return recorder
    }

    /// Returns the process id of the `replayd` that a command started.
    func recorder(of command: ChildProcess) throws -> pid_t? {
        try run("pgrep", "--parent", "\(command.pid)").split(separator: "\n").compactMap { pid_t($0) }.first
    }

    /// Shows the scene whose frames show their own time.
    func scene(_ kind: SceneKind, rate: Int = 30, window: PixelRectangle? = nil) throws -> RunningScene {
        try RunningScene(SceneConfiguration(kind: kind, rate: rate, waylandDisplay: waylandDisplay, window: window))
    }
}

/// The end of a recording.
struct RecordingEnding: Decodable {
    var reason: String
    var message: String?
    var frames: Int
}

/// A comparison of a movie with the scene that was recorded.
struct SceneJudgement {
    /// The clocks of the movie's readable frames, in order.
    let clocks: [UInt64]
    /// The number of frames drawn between the first and the last clock: those in the movie, and all of them.
    let found, drawn: Int
    /// The 95th percentile of the frames' time errors, in milliseconds, without the constant part.
    let p95: Double
    /// The number of unreadable frames after the first readable one. The compositor may show the scene after the
    /// recording begins.
    let unread: Int

    init(_ movie: MediaProbe, drawn: [DrawnFrame], size: (width: Int, height: Int)) throws {
        let frames = try movie.clocks(at: SceneLayout(width: size.width, height: size.height).barcode)
        let seen = frames.filter { $0.clock != nil }
        unread = frames.drop { $0.clock == nil }.count - seen.count
        clocks = seen.compactMap(\.clock)
        guard let first = clocks.first, let last = clocks.last else {
            throw ServerError("The movie of \(frames.count) frames shows no scene.")
        }
        let due = drawn.map(\.time).filter { (first...last).contains($0) }
        self.drawn = due.count
        found = Set(clocks).intersection(due).count
        let origins = seen.map { frame in
            Double(frame.clock ?? 0) / 1000 - frame.time.seconds * 1000
        }.sorted()
        let epoch = origins[origins.count / 2]
        let errors = origins.map { abs($0 - epoch) }.sorted()
        p95 = errors[errors.count * 95 / 100]
    }
}

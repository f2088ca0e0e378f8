import Foundation
import Replay
import ReplayTestSupport

/// A place with a screen, in which tests record with comments.
final class CommentPlace {
    static let size = (width: 320, height: 180)

    let place: Workplace
    private let scene: RunningScene

    init() throws {
        place = try Workplace(screen: Self.size)
        scene = try RunningScene(SceneConfiguration(kind: .still, rate: 30, display: place.screen?.display))
    }

    deinit { _ = try? scene.stop() }

    /// Starts `replay broadcast` without audio.
    func broadcast(_ words: String...) throws -> ChildProcess {
        try place.start(["broadcast"] + words + ["--consent", "--audio", "none"])
    }

    /// Requests the status of the comments until it satisfies `isWanted`.
    @discardableResult
    func await(_ what: String, _ isWanted: (BroadcastStatus) -> Bool) throws -> BroadcastStatus {
        var last: BroadcastStatus?
        try place.await("\(what), but \(String(describing: last))") {
            last = try place.replay("broadcast", "status", "--json").json([BroadcastStatus].self)
                .first { $0.target == "comments" }
            return last.map(isWanted) ?? false
        }
        guard let last else { throw ServerError("There are no comments.") }
        return last
    }

    /// Waits until a number of comments are kept.
    @discardableResult
    func awaitKept(_ count: Int) throws -> CommentSummary? {
        try self.await("\(count) comments") { $0.comments?.kept == count }.comments
    }

    /// Creates a file, or appends lines to it.
    func append(_ lines: String..., to name: String = "comments") throws {
        try append(bytes: Data(lines.map { $0 + "\n" }.joined().utf8), to: name)
    }

    /// Creates a file, or appends bytes to it.
    func append(bytes: Data, to name: String = "comments") throws {
        let path = place.path(name)
        guard
            FileManager.default.fileExists(atPath: path) || FileManager.default.createFile(atPath: path, contents: nil)
        else { throw ServerError("\(path) cannot be created.") }
        guard let file = FileHandle(forWritingAtPath: path) else { throw ServerError("\(path) cannot be written.") }
        // A FIFO has no end.
        _ = try? file.seekToEnd()
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// The only recording.
    func recording() throws -> Recording {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
    }

    /// Ends the recording, and checks that it has frames to its end.
    func stop() throws -> Recording {
        guard try place.replay("stop").status == 0 else { throw ServerError("The recording did not end.") }
        let recording = try recording()
        try place.await("the end of the recording") { recording.state() == .finished }
        let times = try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "v:0")
        guard times.count > 1 else { throw ServerError("The recording is not whole.") }
        return recording
    }

    /// Exports the recording, and returns the path of the movie.
    func export(_ name: String, _ options: String...) throws -> String {
        let made = try place.start(["export", "--preset", "original", "-o", place.path(name)] + options).wait()
        guard made.status == 0 else { throw ServerError("There is no export: \(made.errors)") }
        return place.path(name)
    }

    /// Returns the subtitles of a movie as SubRip by ffmpeg, without its font tags; nil if it has none.
    func subtitles(_ path: String) throws -> String? {
        guard try MediaProbe(path: path).streams().contains(where: { $0.kind == "subtitle" }) else { return nil }
        let text = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-map", "0:s:0", "-f", "srt", "pipe:1",
        ])
        return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n").replacing(/<\/?font[^>]*>/, with: "")
    }

    /// Returns the frame of a movie at a time, as gray pixels by ffmpeg.
    func frame(_ path: String, at seconds: Double) throws -> Data {
        try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-ss", "\(seconds)", "-i", path, "-frames:v", "1",
            "-pix_fmt", "gray", "-f", "rawvideo", "pipe:1",
        ])
    }
}

import Foundation
import MediaTime

/// Reads a media file with the command lines of ffprobe and ffmpeg, which share no code with Replay.
///
/// Any text that they write to standard error counts as a failure: a file that plays only with errors is not right.
public struct MediaProbe: Sendable {
    /// The file's path, or an address that ffmpeg can open.
    public let path: String
    /// The options before the input, such as `["-allowed_extensions", "ALL"]`.
    public let inputOptions: [String]

    /// Creates a probe of a file. Nothing is read yet.
    public init(path: String, inputOptions: [String] = []) {
        self.path = path
        self.inputOptions = inputOptions
    }

    /// Returns the facts of the file's streams, in the file's order.
    ///
    /// - Throws: ``ServerError`` if the file cannot be read.
    public func streams() throws -> [StreamFacts] { try Self.streams(in: ffprobe(["-show_streams"])) }

    /// Returns the facts of the streams in ffprobe's output.
    ///
    /// - Parameter data: The JSON of `-show_streams` and other options.
    public static func streams(in data: Data) throws -> [StreamFacts] {
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let streams = document?["streams"] as? [[String: Any]] ?? []
        return try streams.map { stream in
            let tags = stream["tags"] as? [String: String] ?? [:]
            return try StreamFacts(entries: stream.compactMapValues(text), tags: tags)
        }
    }

    /// Returns the exact time at which each frame of a stream is shown or heard, as a decoder reports it.
    ///
    /// - Parameter stream: A stream specifier of ffmpeg, such as `v:0` or `a:1`.
    /// - Throws: ``ServerError`` if the file cannot be read, or a frame has no time.
    public func frameTimes(of stream: String) throws -> [MediaTime] {
        let data = try ffprobe([
            "-select_streams", stream, "-show_entries", "stream=time_base:frame=best_effort_timestamp",
        ])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let base = (document?["streams"] as? [[String: Any]])?.first?["time_base"] as? String
        guard let timeBase = base.flatMap(Rational.init) else {
            throw ServerError("\(path) has no stream \(stream).")
        }
        return try (document?["frames"] as? [[String: Any]] ?? []).map { frame in
            guard let ticks = frame["best_effort_timestamp"] as? Int,
                let time = MediaTime(ticks: Int64(ticks), in: timeBase)
            else { throw ServerError("A frame of \(stream) in \(path) has no time.") }
            return time
        }
    }

    func ffmpeg(_ outputOptions: [String], output: ChildProcess.Output = .streamed) throws -> ChildProcess {
        let command =
            [JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin"] + inputOptions + ["-i", path]
            + outputOptions + ["pipe:1"]
        return try ChildProcess(command, output: output)
    }

    func ffprobe(_ options: [String]) throws -> Data {
        try ChildProcess.tool(
            [JudgeProgram.ffprobe(reading: path), "-v", "error"] + inputOptions + options + ["-of", "json", "-i", path])
    }

    private static func text(_ value: Any) -> String? {
        (value as? String) ?? (value as? Int).map(String.init)
    }
}

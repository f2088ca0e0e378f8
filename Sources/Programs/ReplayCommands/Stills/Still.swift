import ArgumentParser
import ReplayCommandLine
import ReplayComposition
import ReplayErrors
import ReplayRendering

/// `replay still`
struct Still: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "still",
        abstract: "Save one frame of the edit as an image.",
        usage: "replay still [<recording>] [<time>] [-o <file>] [--force] [--json]",
        discussion: """
            The time is that of the edit, as in an export. Default: the first frame. The image has the full resolution.

            Example: replay still 12.5 -o title.png
            """)

    // Times from the end begin with a dash, like options.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The time, such as 12.5, 1:02, -5 or f120 (a frame). Before it, the recording: see “replay --help”.",
            valueName: "time"),
        completion: .recordings)
    var words: [String] = []

    @OptionGroup var image: ImageOptions
    @OptionGroup var sandbox: SandboxOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        words = try OptionCheck.words(in: words)
        if words.count > 2 {
            throw ValidationError(
                "unexpected argument “\(words[2])”; write “replay still \(ShellWord.quoted(words[0])) 12.5”")
        }
    }

    func run() throws {
        let (session, frames, time) = try resolve(in: .open())
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let name = "\(session.recording.fileName)-\(time.fileNameTimecode)"
        let still = try RGBImage(try frames.frame(at: time))
        try image.write(still, name: name, of: session.recording, at: time, output: output)
    }

    /// Resolves the words. A single word is a time, unless the latest recording is too short and another recording's id
    /// begins with that word.
    private func resolve(in library: RecordingLibrary) throws -> (EditSession, EditFrames, MediaTime) {
        let last = words.last.flatMap { try? TimePosition(parsing: $0) }
        if words.count == 2, last == nil { try Self.complain(about: words, library) }
        let isRecording = words.count == 2 || words.count == 1 && last == nil
        do {
            let named = isRecording ? words[0] : nil
            return try open(try library.recording(matching: named), at: last)
        } catch let error as RecordingLookupError {
            try Self.complain(aboutOrder: words, library)
            throw error
        } catch let error as TimecodeError {
            // If the word does not identify a recording, it was meant as a time.
            guard words.count == 1, let other = try? library.recording(matching: words[0]) else { throw error }
            return try open(other, at: nil)
        }
    }

    /// Throws an error because the second of two words is not a time.
    private static func complain(about words: [String], _ library: RecordingLibrary) throws {
        try complain(aboutOrder: words, library)
        _ = try PositionArgument.parse(words[1])
    }

    /// - Throws: `ValidationError` if the time comes before the recording, whose id may look like a time.
    private static func complain(aboutOrder words: [String], _ library: RecordingLibrary) throws {
        guard words.count == 2, (try? TimePosition(parsing: words[0])) != nil,
            (try? library.recording(matching: words[1])) != nil
        else { return }
        throw ValidationError("the recording comes before the time; write “replay still \(words[1]) \(words[0])”")
    }

    private func open(
        _ recording: Recording, at time: TimePosition?
    ) throws -> (EditSession, EditFrames, MediaTime) {
        let session = try EditSession(recording)
        let frames = try EditFrames(session)
        let position = time ?? .time(.zero)
        var times: EditFrameTimes?
        if case .frame = position { times = try EditFrameTimes(session) }
        let instant = try position.resolved(in: frames.duration) { times?.time(ofFrame: $0) }
        return (session, frames, instant)
    }
}

extension MediaTime {
    /// The timecode for file names: `1.02.250`, because some file systems do not allow colons.
    fileprivate var fileNameTimecode: String {
        String(decoding: timecode().utf8.map { $0 == UInt8(ascii: ":") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    }
}

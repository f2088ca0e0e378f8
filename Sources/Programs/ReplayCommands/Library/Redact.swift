import ArgumentParser
import AudioSources
import ReplayCommandLine
import ReplayErrors
import ReplayRedaction

/// `replay redact`
struct Redact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Permanently remove frames or audio from a recording.",
        usage: "replay redact [<recording>] <range> [<rectangle>] [--audio <audio>] [--dry-run] [<options>]",
        discussion: """
            Rewrites the movie itself, after confirmation: frames, or a rectangle of them, become black, and audio becomes \
            silent. With a rectangle or --audio, only what is named is redacted; with neither, all frames and audio. A frame \
            that is visible in the range is covered for its whole duration. Removes the proxy and everything else made from the \
            movie, then searches the library, and names other recordings that may show the same. Earlier exports are kept and \
            listed. Snapshots and backups cannot be reached.

            Example: replay redact 12..15 640x120+0+300 --audio mic
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A range, such as 3..5, and a rectangle, WIDTHxHEIGHT+X+Y in pixels. Before them, the recording: see "
                + "“replay --help”.", valueName: "range"),
        completion: .recordings)
    var words: [String] = []

    @Option(name: .customLong("audio"), help: "Audio to remove: app, mic or all.")
    var audios: [AudioChoice] = []

    /// The combined audio of all options.
    private var audio: AudioChoice? {
        let sources = Set(audios.flatMap(\.sources))
        return audios.isEmpty ? nil : AudioChoice.allCases.first { Set($0.sources) == sources }
    }

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Print what would be done; change nothing.")
    var dryRun = false

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        words = try OptionCheck.words(in: words)
        if audios.contains(AudioChoice.none) { throw ValidationError("“--audio” must be app, mic or all") }
    }

    func run() async throws {
        let words = try RedactArguments(words)
        let recording = try RecordingLibrary.open().recording(matching: words.recording)
        let redactor = Redactor(recording)
        try redactor.check()
        let range = try EditSession(recording).resolve(words.range)
        let redaction = Redaction(range, rectangle: words.rectangle, audio: audio)
        let plan = try redactor.plan(redaction)
        if dryRun { return try report(plan) }
        guard try isWanted(plan, of: recording) else { return Terminal.say("replay: nothing was redacted") }
        try report(try await redactor.redact(redaction))
    }

    private func isWanted(_ plan: RedactionPlan, of recording: Recording) throws -> Bool {
        if yes { return true }
        guard Question.isPossible else {
            throw ValidationError(
                "cannot ask for confirmation: standard input is not a terminal; give --yes, or --dry-run to look")
        }
        for line in RedactionText.lines(plan) { Terminal.say("  \(line)".printable) }
        return Question.isYes("Redact \(recording.summary)? It cannot be undone.")
    }

    private func report(_ plan: RedactionPlan) throws {
        if output.json { return try Output.json(plan) }
        for line in RedactionText.lines(plan) { Output.path(line) }
    }

    private func report(_ report: RedactionReport) throws {
        if output.json { return try Output.json(report) }
        for line in RedactionText.lines(report) { Output.path(line) }
    }
}

/// The arguments of `redact`: an optional recording, a range, and a rectangle.
struct RedactArguments {
    let recording: String?
    let range: TimePositionRange
    let rectangle: FrameRectangle?

    /// Parses the words. The first one is the recording unless it contains two dots or is a rectangle.
    /// - Throws: `ValidationError`, or `TimecodeError` if a range is invalid.
    init(_ words: [String]) throws {
        var rest = words[...]
        recording = rest.first.map { $0.rangeDots == nil && FrameRectangle($0) == nil } ?? false ? rest.popFirst() : nil
        guard let range = rest.popFirst() else {
            throw Self.missing("a range to redact", of: recording, example: "3..5 640x120+0+300")
        }
        if FrameRectangle(range) != nil {
            throw Self.missing("a range before the rectangle", of: recording, example: "0.. \(range)")
        }
        self.range = try TimePositionRange(parsing: range)
        rectangle = try rest.popFirst().map { word in
            guard let rectangle = FrameRectangle(word) else {
                throw ValidationError("“\(word)” is not a rectangle; write WIDTHxHEIGHT+X+Y, such as 640x120+0+300")
            }
            return rectangle
        }
        if let word = rest.first {
            throw ValidationError("unexpected argument “\(word)”; one range is redacted at a time")
        }
    }

    /// Returns the error for a missing word. Its example contains the named recording, because without it the latest
    /// would be redacted.
    private static func missing(_ what: String, of recording: String?, example rest: String) -> ValidationError {
        let words = ["replay", "redact"] + [recording.map(ShellWord.quoted)].compactMap(\.self) + [rest]
        return ValidationError("give \(what), such as “\(words.joined(separator: " "))”")
    }
}

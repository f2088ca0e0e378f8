import ArgumentParser
import AudioSources
import Glibc
import ReplayCommandLine
import ReplayEditor
import ReplayRendering
import ReplayTimeline

/// `replay export`
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Render the edit to a movie or an HLS folder.",
        usage: "replay export [<recording>] [<range> ...] [<output>] [<options>]",
        discussion:
            """
            Prints the path. Ranges export parts of the edit. The output’s extension chooses the format: mp4, mov, mkv, webm, \
            gif; m4a and wav for the audio alone.

            Example: replay export demo 0:30..1:10 clip.mp4
                     replay export --plan -o long.mp4, then --chunk 0 and all others, --join
            """
    )

    @OptionGroup var arguments: ExportArguments

    @Option(
        help: """
            A name (see “replay presets”) or a file. Default: by the output’s extension, or share-1080p.
            """, completion: .presets)
    var preset: String?

    @OptionGroup var encoding: EncodingOptions

    @Option(
        help: """
            Where to show the camera; CORNER:PERCENT sets its width.
            """)
    var camera = CameraChoice.standard

    @Option(help: "A style instead of the edit’s, such as calm.", transform: Self.style)
    var style: WrittenOperation?

    @Option(help: .hidden, transform: Self.style)
    var defaultStyle: WrittenOperation?

    @Option(help: "The audio to include. Default: all.")
    var audio: AudioChoice?

    @Option(
        help: """
            smart copies unchanged frames; full encodes all; auto is smart if every player can play the result.
            """)
    var render = RenderMethod.auto

    @Option(
        help: ArgumentHelp(
            """
            auto copies a single audio track, shifted by at most 11 ms after a cut; exact encodes it.
            """, valueName: "method"))
    var audioRender = AudioRenderMethod.auto

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The loudness (EBU R 128), such as -16 for the web.", valueName: "lufs"),
        transform: Self.loudness)
    var loudness: Double?

    @Option(
        help: "Verify the output, and write a receipt to this file.",
        completion: .file(extensions: ["json"]))
    var receipt: String?

    @Flag(help: "Omit the recording’s name and date from the output.")
    var noMetadata = false

    @Flag(help: "Only print what would be copied and encoded.")
    var explain = false

    @Flag(help: "Overwrite existing files.")
    var force = false

    @OptionGroup var chunks: ChunkOptions

    @OptionGroup var folder: FolderOptions

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var output: OutputOptions

    private static func style(_ argument: String) throws -> WrittenOperation {
        do {
            return try WrittenOperation(words: ["style"] + argument.split(separator: " ").map(String.init))
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private static func loudness(_ argument: String) throws -> Double {
        let unit = "LUFS"
        let number = argument.uppercased().hasSuffix(unit) ? argument.dropLast(unit.count) : argument[...]
        guard let loudness = Double(number.filter { $0 != " " }), Preset.loudnessRange.contains(loudness) else {
            throw ValidationError("a loudness must be -40 to -5 LUFS, such as -16")
        }
        return loudness
    }

    func validate() throws {
        try Output.refuseMovieFile(insteadOf: "replay export -o")
        if let path = arguments.option, let receipt, path.hasSameBytes(as: receipt) {
            throw ValidationError("--output and --receipt name the same file")
        }
        if chunks.continuesPlan { try checkContinuation() }
        if chunks.plan, explain || receipt != nil {
            throw ValidationError("--plan renders nothing; give --receipt with --join, and --explain without --plan")
        }
        if encoding.encodesAll, render == .smart {
            throw ValidationError("--crf and --quality encode all frames; leave out --render smart")
        }
    }

    func run() async throws {
        ExportMemory.giveBackStart()
        if chunks.continuesPlan { return try await continuePlan() }
        let (recording, ranges, output) = try arguments.resolve(in: .open())
        let session = try EditSession(recording)
        try folder.check(
            hasCaptions: session.edit.captions != nil || recording.captionsPath() != nil || recording.hasComments)
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let edit = try styled(try session.part(ranges), of: session)
        var exporter = Exporter(session, edit: edit, preset: try findPreset(for: output))
        exporter.camera = camera.placement
        exporter.render = encoding.encodesAll ? .full : render
        exporter.audioRender = audioRender
        exporter.audio = audio.map { Set($0.sources) }
        exporter.wantsReceipt = receipt != nil
        exporter.hasMetadata = !noMetadata
        try arguments.checkOutput(exporter.preset)
        let path = outputPath(output, of: recording, preset: exporter.preset)
        try check(exporter.preset, output: path)
        exporter.extras = try folder.read()
        exporter.captionMethod = folder.captionsAs ?? .track
        if explain { return try self.explain(exporter) }
        if chunks.plan { return try await plan(exporter, to: path) }
        try await cancellably { try await render(exporter, to: path, cancellation: $0) }
    }

    /// Returns an edit with the style of the options.
    private func styled(_ edit: Edit, of session: EditSession) throws -> Edit {
        let isUnstyled = !session.history.numberedOperations.contains { $0.isEnabled && $0.operation.isStyle }
        guard let style = style ?? (isUnstyled ? defaultStyle : nil) else { return edit }
        return try edit.applying(try session.resolve(style))
    }

    /// Runs an export that a signal cancels.
    func cancellably(_ body: (ExportCancellation) async throws -> Void) async throws {
        let cancellation = ExportCancellation()
        let interrupts = await Interrupts.stream()
        let watching = Task {
            for await number in interrupts {
                cancellation.cancel()
                return number
            }
            return Int32(0)
        }
        do {
            try await body(cancellation)
            watching.cancel()
        } catch ExportError.cancelled {
            Terminal.say("replay: \(ExportError.cancelled)")
            throw ExitCode(128 + (await watching.value))
        }
    }

    private func check(_ preset: Preset, output path: String) throws {
        if preset.hls == nil, folder.needsFolder {
            throw ValidationError(
                "--page requires a preset for HLS; “\(preset.name)” makes one \(preset.fileFormat.title) file")
        }
        if let captions = folder.file, folder.captionsAs?.path(beside: path)?.hasSameBytes(as: captions) ?? false {
            throw ValidationError("the captions of the output would replace \(captions); give the output another name")
        }
        if !preset.fileFormat.hasAudio, loudness != nil || audio.map({ !$0.sources.isEmpty }) ?? false {
            throw ValidationError("“\(preset.name)” makes a GIF, which has no audio; leave out --audio and --loudness")
        }
        try preset.check(output: path)
        if preset.hls != nil, receipt != nil {
            throw ValidationError("--receipt is not supported for HLS; use “replay validate”")
        }
    }

    private func explain(_ exporter: Exporter) throws {
        let report = PlanReport(try exporter.plan(), preset: exporter.preset)
        if output.json { try Output.json(report) } else { print(report.text) }
    }

    private func render(_ exporter: Exporter, to path: String, cancellation: ExportCancellation) async throws {
        defer { Terminal.clearLine() }
        let line = ProgressLine()
        let file = try receiptFile(of: path, ProtectedPaths(exporter.recording))
        var memory = ExportMemory()
        for try await progress in exporter.export(to: path, overwriting: force, cancellation: cancellation) {
            switch progress {
            case .rendering(let done, let total):
                memory.keepSmall()
                draw(line, done: done, total: total)
            case .startedOver(let obstacle): Terminal.say("replay: \(obstacle.text); all frames are encoded")
            case .finished(let result): try finish(result, receipt: file, of: exporter.recording)
            }
        }
    }

    func draw(_ line: ProgressLine, done: MediaTime, total: MediaTime) {
        Terminal.draw(line.text(done: done, total: total))
        if output.json { Output.progressLine(line.report(done: done, total: total)) }
    }

    func receiptFile(of output: String, _ places: ProtectedPaths) throws -> ReceiptFile? {
        try receipt.map { try ReceiptFile($0, of: output, overwrites: force, sparing: places) }
    }

    func finish(_ result: ExportResult, receipt file: ReceiptFile?, of recording: Recording) throws {
        var result = result
        note(result.path, of: recording, isPart: arguments.hasRanges || result.frames == 0)
        if let file, let found = result.receipt { try file.write(found) }
        result.receipt = nil
        if output.json { try Output.jsonLine(result) } else { tell(result) }
    }

    /// Records the export for `replay retention`. The export remains valid if this fails.
    private func note(_ path: String, of recording: Recording, isPart: Bool) {
        do {
            try recording.noteExport(at: path, isPart: isPart)
        } catch {
            Terminal.say("replay: cannot register this export for “replay retention”: \(Failure.sentence(for: error))")
        }
    }

    private func tell(_ result: ExportResult) {
        Output.path(result.path)
        if let damage = result.damage { Terminal.say("replay: \(damage); the export contains what can be decoded") }
        if let note = result.sizeNote ?? encoding.sizeNote(width: result.width, height: result.height) {
            Terminal.say("replay: \(note)")
        }
        guard let folder = result.hls else { return }
        for rung in folder.dropped { Terminal.say("replay: left out \(rung): the recording is no larger") }
        if let lost = folder.lostParts {
            let options = lost.map { "--\($0)" }.joined(separator: " and ")
            Terminal.say(
                "replay: removed the \(lost.joined(separator: " and ")) of the earlier export; \(options) keeps them")
        }
        if folder.keptFiles > 0 {
            Terminal.say("replay: kept \(folder.keptFiles) media files, wrote \(folder.newFiles)")
        }
    }

    private func outputPath(_ path: String?, of recording: Recording, preset: Preset) -> String {
        let name = recording.fileName + preset.defaultSuffix
        // An export to HLS is a folder itself.
        return preset.hls == nil ? OutputPath.resolved(path, name: name) : path ?? name
    }

    /// Checks, before a recording begins, that an export of it can be written to its output.
    /// - Throws: `PresetError`, `ExportError`, `FileSystemError`.
    func checkOutput(of recording: RecordingID) throws {
        let preset = try findPreset(for: arguments.option)
        guard preset.hls == nil else { return }
        try arguments.checkOutput(preset)
        let path = OutputPath.resolved(arguments.option, name: "\(recording)\(preset.defaultSuffix)")
        try preset.check(output: path)
        try Exporter.checkOutput(path, overwriting: force)
    }

    /// Returns the preset for an output of this name, with the values of the options.
    private func findPreset(for output: String?) throws -> Preset {
        var found = try readPreset(for: output)
        if let output { found = found.making(output) }
        if let loudness { found.audio.loudness = loudness }
        try encoding.apply(to: &found)
        return found
    }

    /// Reads a preset. A value with a slash or the extension of a preset file is a path, any other value is a name.
    private func readPreset(for output: String?) throws -> Preset {
        guard let preset else { return try output.flatMap(Preset.special) ?? .named(Self.standardPreset) }
        guard preset.hasByte("/") || preset.hasSuffix(".json") else { return try .named(preset) }
        return try .read(preset)
    }

    private static let standardPreset = "share-1080p"
}

import ArgumentParser
import ReplayCommandLine
import ReplayInterchange
import ReplayRendering

/// The options of `replay edits --as`, which writes the edit for another program.
struct InterchangeOptions: ParsableArguments {
    @Option(
        name: .customLong("as"), help: ArgumentHelp("Write the edit in this format.", valueName: "format"),
        completion: .list(InterchangeFormat.allCases.map(\.rawValue)), transform: Self.parse)
    var chosen: InterchangeFormat?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The output file; its extension can choose the format. - is standard output, the default.",
        completion: .file())
    var path: String?

    @Option(
        help: """
            The movie that the other program opens: an export of the whole recording. Default: the recording’s own movie, \
            which is private.
            """, completion: .file())
    var media: String?

    @Option(
        help: """
            The frame rate of EDL, MLT and FCPXML, such as 25 or 29.97. Default: the recording’s rate if editors support it, \
            else 30 or 60.
            """)
    var fps: FrameRateArgument?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    /// The format to write, or nil if nothing is written.
    var format: InterchangeFormat? { chosen ?? path.flatMap { InterchangeFormat(fileName: $0) } }

    func validate() throws {
        if let format {
            guard fps == nil || format.countsFrames else {
                throw ValidationError("\(format.name) has exact times; --fps is for edl, mlt and fcpxml")
            }
            return
        }
        if let path { throw ValidationError("the format of “\(path)” is unknown; give it with --as: \(Self.names)") }
        if media != nil || force || fps != nil { throw ValidationError("give the format with --as: \(Self.names)") }
    }

    /// Writes the edit, and reports the parts that are lost in the format.
    func write(_ session: EditSession, as format: InterchangeFormat, output: OutputOptions) throws {
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let file = try session.interchangeFile(as: format, media: media, frameRate: fps?.rate)
        if let loss = file.loss { Terminal.say("replay: \(loss)") }
        guard let path, path != "-" else { return Output.bytes(Array(file.text.utf8)) }
        let made = try OutputFile.create(path, overwrites: force, sparing: ProtectedPaths(session.recording))
        try made.write(Array(file.text.utf8))
        try made.commit()
        if output.json {
            return try Output.json(InterchangeReport(format: format.rawValue, path: path, warning: file.loss))
        }
        Output.path(path)
    }

    /// The list of the formats, one per line.
    static var formats: String {
        InterchangeFormat.allCases.map { format in
            let name = format.rawValue.padding(to: 12)
            let kind = format.hasOnlyChapters ? "\(format.name), chapters" : format.name
            return "  \(name)\(kind)" + (format.isReadable ? "; “replay edit --apply” reads it" : "")
        }.joined(separator: "\n")
    }

    private static var names: String { InterchangeFormat.allCases.map(\.rawValue).joined(separator: ", ") }

    private static func parse(_ argument: String) throws -> InterchangeFormat {
        guard let format = InterchangeFormat(rawValue: argument) else {
            throw ValidationError("“\(argument)” is not a format; the formats are \(names)")
        }
        return format
    }
}

private struct InterchangeReport: Encodable {
    let format: String
    let path: String
    let warning: String?
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

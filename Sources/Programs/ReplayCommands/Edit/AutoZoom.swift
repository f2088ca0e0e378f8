import ArgumentParser
import ReplayCommandLine
import ReplayErrors

/// `replay autozoom`
struct AutoZoom: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "autozoom",
        abstract: "Zoom in where something happens.",
        usage: "replay autozoom [<recording>] [<range>] [--scale <scale>] [--dry-run] [--json]",
        discussion: """
            Adds normal zooms: at clicks and where the pointer dwells (recorded with --pointer), and where you type. Existing \
            zooms stay. One “replay undo” undoes all of them.

            Example: replay autozoom --dry-run
                     replay autozoom demo 0:10..1:20 --scale 2
            """)

    @OptionGroup var arguments: EditArguments

    @Option(
        help: ArgumentHelp("The enlargement, from 1.1 to 4. Default: 1.8.", valueName: "scale"),
        transform: Self.scale)
    var scale = ZoomProposal.standardScale

    @Flag(help: "Show the zooms; change nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    /// Reads `1.8`, `1.8x` or `180%`, and returns percent.
    private static func scale(_ argument: String) throws -> Int {
        let isPercent = argument.hasSuffix("%")
        let number = Double(argument.hasSuffix("x") || isPercent ? argument.dropLast() : argument[...])
        let percent = number.map { ($0 * (isPercent ? 1 : 100)).rounded() }.flatMap { Int(exactly: $0) }
        guard let percent, ZoomProposal.scales.contains(percent) else {
            throw ValidationError("a scale must be from 1.1 to 4, such as 1.8")
        }
        return percent
    }

    func run() throws {
        let (recording, ranges) = try arguments.resolve(in: .open(), of: "autozoom")
        guard ranges.count <= 1 else { throw ValidationError("autozoom takes one range, such as 10..80") }
        var session = try EditSession(recording)
        let range = try ranges.first.map { try session.resolve($0) }
        let zooms = try session.proposedZooms(in: range, scale: scale)
        let report = ZoomReport(zooms, of: session.recording.id)
        if dryRun || zooms.isEmpty { return try report.print(output) }
        try session.perform(zooms.map { .zoom($0) })
        if output.json { return try EditReport(session).print(output) }
        Swift.print(report.sentence)
        try EditReport(session).print(output)
    }
}

/// The report of `replay autozoom --dry-run`.
private struct ZoomReport: Encodable {
    private struct Entry: Encodable {
        let range: TimeRange
        let rectangle: String
    }

    private let id: RecordingID
    private let zooms: [Entry]

    init(_ zooms: [Zoom], of id: RecordingID) {
        self.id = id
        self.zooms = zooms.map { Entry(range: $0.range, rectangle: $0.rectangle.description) }
    }

    var sentence: String {
        switch zooms.count {
        case 0: "no zooms: nothing happens at a single place"
        case 1: "adds 1 zoom"
        default: "adds \(zooms.count) zooms"
        }
    }

    func print(_ output: OutputOptions) throws {
        if output.json { return try Output.json(self) }
        if !zooms.isEmpty {
            var table = Table(["FROM", "TO", "LENGTH", "SHOWS"])
            for zoom in zooms {
                let range = zoom.range
                table.add([range.start, range.end, range.duration].map { $0.timecode() } + [zoom.rectangle])
            }
            Swift.print(table.text + "\n")
        }
        Swift.print(sentence)
    }
}

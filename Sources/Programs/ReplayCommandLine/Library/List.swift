package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay list`
package struct List: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the recordings, oldest first.",
        discussion: """
            RECORDED is local time; ids are UTC. If a recording ended unexpectedly, its state is the reason, such as “disk \
            failed”; see “replay info”.

            Example: replay list --sort size
            """)

    /// The order of the list.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case date, name, length, size
    }

    @Option(help: "The order: date, name, length or size, the largest last.")
    var sort = Order.date

    @Flag(name: .short, help: "Print only the ids.")
    var quiet = false

    @OptionGroup var output: OutputOptions

    package func run() throws {
        let contents = try RecordingLibrary.open().contents()
        let recordings = sorted(contents.recordings)
        if output.json { return try print(recordings, damaged: contents.damaged) }
        if quiet { return (recordings.map(\.id) + contents.damaged.map(\.id)).forEach { Swift.print($0) } }
        guard !recordings.isEmpty || !contents.damaged.isEmpty else {
            return Terminal.say("There is no recording yet.")
        }
        var table = Table(["ID", "RECORDED", "STATE", "LENGTH", "SIZE", "NAME"])
        for recording in recordings {
            let length = recording.facts.ending?.duration.timecode() ?? "-"
            table.add([
                recording.id.description, LocalTime.minutes(recording.facts.createdAt),
                RecordingState(recording).label, length, "\(ByteCount(recording.movieSize()))",
                recording.facts.name ?? "",
            ])
        }
        for recording in contents.damaged { table.add([recording.id.description, "-", "damaged", "-", "-", ""]) }
        Swift.print(table.text)
        for recording in contents.damaged {
            Terminal.say("replay: recording \(recording.id) cannot be opened: \(recording.reason)")
        }
    }

    private func print(_ recordings: [Recording], damaged: [UnreadableRecording]) throws {
        let reports = try RecordingReport.all(of: recordings, damaged: damaged)
        try Output.json(sort == .date ? reports.sorted { $0.id < $1.id } : reports)
    }

    /// Returns the recordings in the chosen order. Equal recordings stay in the order of their dates.
    private func sorted(_ recordings: [Recording]) -> [Recording] {
        func order<Key: Comparable>(_ key: (Recording) -> Key) -> [Recording] {
            recordings.map { (key($0), $0) }.enumerated()
                .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        }
        return switch sort {
        case .date: recordings
        case .name: order { $0.displayName.lowercased() }
        case .length: order { $0.facts.ending?.duration ?? .zero }
        case .size: order { $0.movieSize() }
        }
    }

    package init() {}
}

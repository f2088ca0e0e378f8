import ArgumentParser
import ReplayCommandLine

/// `replay info`
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what a recording contains.", discussion: "Example: replay info")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let recording = try argument.find()
        let movie = try recording.describeMovie()
        if output.json {
            return try Output.json(
                InfoReport(
                    recording: try RecordingReport(recording), path: recording.path + "/" + Recording.movieName,
                    movie: movie, events: recording.events(),
                    pointer: recording.pointerSummary, shortcuts: recording.entries(of: KeyEntry.self).count,
                    comments: recording.comments().count))
        }
        var table = Table(["id", recording.id.description])
        if let name = recording.facts.name { table.add(["name", name]) }
        table.add(["recorded", LocalTime.seconds(recording.facts.createdAt)])
        table.add(["state", recording.state().rawValue])
        if let message = recording.facts.ending?.message { table.add(["ended", message]) }
        if let damage = recording.facts.damage { table.add(["damaged", damage]) }
        if movie.isTruncated, recording.state() == .finished {
            table.add(["damaged", "its movie is truncated; the rest is lost"])
        }
        for file in try recording.damagedFiles() { table.add(["set aside", file]) }
        table.add(["length", movie.duration.timecode()])
        if let lost = recording.facts.ending.flatMap(Self.lost) { table.add(["lost", lost]) }
        table.add(["size", "\(ByteCount(recording.movieSize()))"])
        for track in movie.tracks { table.add([track.kind, track.summary]) }
        if let pointer = try recording.pointerSummary { table.add(["pointer", pointer.description]) }
        let shortcuts = try recording.entries(of: KeyEntry.self).count
        if shortcuts > 0 { table.add(["keys", shortcuts == 1 ? "1 shortcut" : "\(shortcuts) shortcuts"]) }
        let comments = try recording.comments().count
        if comments > 0 { table.add(["comments", "\(comments)"]) }
        for event in try recording.events() where event.kind != .started && event.kind != .stopped {
            table.add([event.kind.label, event.time.timecode() + (event.detail.map { "  \($0)" } ?? "")])
        }
        if let log = recording.logPath() { table.add(["log", log]) }
        print(table.text)
    }

    private static func lost(_ ending: RecordingFacts.Ending) -> String? {
        let frames = ending.droppedFrames > 0 ? "\(ending.droppedFrames) frames" : nil
        let lost = [frames, ending.droppedAudio.map { "\($0.timecode()) of audio" }].compactMap(\.self)
        return lost.isEmpty ? nil : lost.joined(separator: ", ")
    }
}

private struct InfoReport: Encodable {
    let recording: RecordingReport
    /// The path of the private movie file.
    let path: String
    let movie: MovieDescription
    let events: [RecordingEvent]
    /// The pointer data, or nil if the pointer was not recorded.
    let pointer: PointerSummary?
    /// The number of recorded shortcuts.
    let shortcuts: Int
    /// The number of viewers' comments.
    let comments: Int
}

extension RecordingEvent.Kind {
    /// The label for people: “source lost” for “sourceLost”.
    fileprivate var label: String {
        rawValue.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }
}

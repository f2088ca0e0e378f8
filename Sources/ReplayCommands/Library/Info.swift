import ArgumentParser
import Replay

/// `replay info`
struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what a recording holds.", discussion: "Example: replay info")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let recording = try argument.find()
        let movie = try recording.describeMovie()
        if output.json { return try Output.json(InfoReport(recording: RecordingReport(recording), movie: movie)) }
        var table = Table(["id", recording.id.description])
        if let name = recording.facts.name { table.add(["name", name]) }
        table.add(["state", recording.state.rawValue])
        if let message = recording.facts.ending?.message { table.add(["ended", message]) }
        table.add(["length", movie.duration.timecode()])
        table.add(["size", "\(ByteCount(recording.movieSize))"])
        for track in movie.tracks { table.add([track.kind, track.summary]) }
        print(table.text)
    }
}

private struct InfoReport: Encodable {
    let recording: RecordingReport
    let movie: MovieDescription
}

import ArgumentParser
import Replay

/// `--json`, on every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}

/// Which recording is meant.
struct RecordingArgument: ParsableArguments {
    @Argument(help: "The recording’s id, or its beginning. Default: the latest.", completion: .recordings)
    var recording: String?

    func find() throws -> Recording { try RecordingLibrary.open().recording(matching: recording) }
}

/// As `RecordingArgument`, where the arguments are taken for something else.
struct RecordingOption: ParsableArguments {
    @Option(
        name: .shortAndLong, help: "The recording’s id, or its beginning. Default: the latest.",
        completion: .recordings)
    var recording: String?

    func find() throws -> Recording { try RecordingLibrary.open().recording(matching: recording) }
}

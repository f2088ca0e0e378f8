import ArgumentParser
import Replay

/// `--json`, on every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}

/// Which recording is meant.
struct RecordingArgument: ParsableArguments {
    @Argument(
        help: "The recording: its id, its name, or the beginning of either. Default: the latest.",
        completion: .recordings)
    var recording: String?

    func find() throws -> Recording { try RecordingLibrary.open().recording(matching: recording) }
}

package import ArgumentParser
import ReplayControl
package import ReplayLibrary
import ReplaySources

/// `--json`, on every command.
package struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    package var json = false

    package init() {}
}

/// Which recording is meant.
package struct RecordingArgument: ParsableArguments {
    @Argument(
        help: "The recording: its id, its name, or the beginning of either. Default: the latest.",
        completion: .recordings)
    package var recording: String?

    package func find() throws -> Recording { try RecordingLibrary.open().recording(matching: recording) }

    package init() {}
}

package import ArgumentParser
import Glibc
import MediaTime
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

extension CompletionKind {
    /// The ids of the recordings that there are; makes no library where there is none. A shell that completes a word has no
    /// place for an error.
    package static var recordings: CompletionKind { .custom { _, _, _ in (try? ids()) ?? [] } }

    private static func ids() throws -> [String] {
        guard access(try RecordingLibrary.defaultHome + "/recordings", F_OK) == 0 else { return [] }
        return try RecordingLibrary.open().ids().map(\.description)
    }
}

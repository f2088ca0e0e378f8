package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

extension CompletionKind {
    /// The ids of the recordings that there are; makes no library where there is none. A shell that completes a word has no
    /// place for an error.
    package static var recordings: CompletionKind { .custom { _, _, _ in (try? ids()) ?? [] } }

    private static func ids() throws -> [String] {
        guard access(try RecordingLibrary.defaultHome + "/recordings", F_OK) == 0 else { return [] }
        return try RecordingLibrary.open().ids().map(\.description)
    }
}

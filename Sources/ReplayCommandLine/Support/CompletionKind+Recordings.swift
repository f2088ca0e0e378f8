package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

extension CompletionKind {
    /// The ids of the recordings that there are; makes no library where there is none.
    package static var recordings: CompletionKind {
        .custom { _, _, _ in
            guard let home = try? RecordingLibrary.defaultHome, access(home + "/recordings", F_OK) == 0 else {
                return []
            }
            return (try? RecordingLibrary.open().ids().map(\.description)) ?? []
        }
    }
}

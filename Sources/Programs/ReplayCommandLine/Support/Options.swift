package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
package import ReplayLibrary

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
    /// The names and ids of the recordings that there are; makes no library if there is none. A shell that completes a word
    /// has no place for an error.
    package static var recordings: CompletionKind { .custom { _, _, _ in (try? names()) ?? [] } }

    /// The names and ids of the recordings, and the operations of an edit.
    package static func recordings(and words: [String]) -> CompletionKind {
        .custom { _, _, _ in words + ((try? names()) ?? []) }
    }

    /// The titles of the windows that can be recorded.
    static var windows: CompletionKind {
        .custom { _, _, _ in (try? SourcesReport(display: nil).windows.map(\.title)) ?? [] }
    }

    /// The names of the microphones.
    static var microphones: CompletionKind {
        .custom { _, _, _ in (try? SourcesReport(display: nil).microphones.map(\.name)) ?? [] }
    }

    /// The names of the applications that play audio.
    static var applications: CompletionKind {
        .custom { _, _, _ in (try? SourcesReport(display: nil).applications.map(\.name)) ?? [] }
    }

    private static func names() throws -> [String] {
        guard access(try RecordingLibrary.defaultHome + "/recordings", F_OK) == 0 else { return [] }
        let recordings = try RecordingLibrary.open().recordings()
        // Shells do not quote what they insert: a name with spaces is not offered, but the id is.
        let names = recordings.compactMap(\.facts.name).filter { $0.utf8.allSatisfy(plain.contains) && !$0.isEmpty }
        return names + recordings.map(\.id.description)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@".utf8)
}

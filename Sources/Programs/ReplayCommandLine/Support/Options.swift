package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
package import ReplayLibrary

/// The option `--json`, which every command has.
package struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    package var json = false

    package init() {}
}

/// The option that refuses an incomplete sandbox. `CommandWords` applies it, before other threads exist.
package struct SandboxOptions: ParsableArguments {
    package static let flag = "--require-sandbox"

    @Flag(help: "Fail if imported movies cannot be confined.")
    package var requireSandbox = false

    package init() {}
}

/// The argument that selects a recording.
package struct RecordingArgument: ParsableArguments {
    @Argument(
        help: "The recording: its id, its name, or the beginning of either. Default: the latest.",
        completion: .recordings)
    package var recording: String?

    package func find() throws -> Recording { try RecordingLibrary.open().recording(matching: recording) }

    package init() {}
}

extension CompletionKind {
    /// The names and ids of the existing recordings. Creates no library. Errors are ignored, because a shell's
    /// completion cannot show them.
    package static var recordings: CompletionKind { .custom { _, _, _ in (try? names()) ?? [] } }

    /// The names and ids of the recordings, and further words such as the operations of an edit.
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
        // Shells do not quote inserted words. A name with spaces is therefore not offered, but its id is.
        let names = recordings.compactMap(\.facts.name).filter { $0.utf8.allSatisfy(plain.contains) && !$0.isEmpty }
        return names + recordings.map(\.id.description)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@".utf8)
}

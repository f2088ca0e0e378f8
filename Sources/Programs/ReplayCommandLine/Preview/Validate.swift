package import ArgumentParser
import Glibc
import ReplayErrors
import ReplayLibrary
package import Synchronization

/// `replay validate`
package struct Validate: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check an HLS folder against the HLS specifications.",
        discussion: """
            Checks a folder made by Replay or by another program. Opens nothing outside the folder and fetches nothing from \
            other machines. Exit codes: 0 if no row is violated; 65 if one is; 66 if there is no playlist.

            Example: replay validate demo-hls
            """)

    @Argument(
        help: """
            The folder with the multivariant playlist, or the address of a playlist on this machine: \
            http://127.0.0.1:8000/main.m3u8.
            """, completion: .directory)
    var place: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Follow live playlists for this time, such as 30s: each version, and the parts of low-latency HLS.",
            valueName: "time"))
    var duration: DurationArgument?

    @OptionGroup var output: OutputOptions

    package func run() throws {
        guard let validator = Self.validator.withLock({ $0 }) else { throw SiblingProgram.preview.missing }
        try refuseRecording()
        let validation = try validator.validate(place, following: duration?.time.seconds)
        if output.json { try Output.json(validation.report) } else { print(validation.text) }
        if !validation.isValid { throw ExitCode(ErrorCategory.badData.exitCode) }
    }

    /// Refuses the name of a recording, which is not a folder.
    private func refuseRecording() throws {
        guard access(place.cPath, F_OK) != 0, let library = try? RecordingLibrary.open(), library.isName(place) else {
            return
        }
        throw ValidationError(
            "“\(place)” is a recording; “replay export \(ShellWord.quoted(place)) --preset hls” makes an HLS folder")
    }

    /// The validator. Nil except in `replay-preview`, which the other programs execute.
    package static let validator = Mutex<(any HLSValidating)?>(nil)

    package init() {}
}

/// The part of `replay validate` that needs an HTTP client and a reader of movies.
package protocol HLSValidating: Sendable {
    /// Checks a folder, or a playlist that this machine serves.
    /// - Parameter time: The time to follow live playlists, in seconds, or nil for the default.
    /// - Throws: An error for a user if there is no playlist.
    func validate(_ place: String, following time: Double?) throws -> HLSValidation
}

/// The result of `replay validate`.
package struct HLSValidation {
    /// The findings for programs.
    let report: any Encodable
    /// The findings for people.
    let text: String
    /// True if no row of the report has a violation.
    let isValid: Bool

    package init(report: any Encodable, text: String, isValid: Bool) {
        (self.report, self.text, self.isValid) = (report, text, isValid)
    }
}

package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay stop`
package struct Stop: AsyncParsableCommand, ControlsRecorder {
    package static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End a recording and wait until its movie is complete.",
        discussion: """
            If the recorder does not answer within 2 s, a terminal asks whether to end it; elsewhere it is not ended, and the \
            exit code is 75.

            Example: replay stop
            """)

    @Flag(help: "Kill a recorder that does not answer; what it has written is kept.")
    var force = false

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try library.running(argument.recording)
        let forced = ForcedEnd(
            recording: recording, isForced: force, command: "stop",
            consequence: "keeps what it has written")
        let ended = try await forced.ifNeeded { try await ScreenRecorder.attach(to: recording).stop() }
        let ending = if let ended { ended } else { try await repaired(recording, in: library) }
        if output.json {
            try Output.json(ending)
        } else {
            print(recording.line("stopped after \(ending.duration.timecode())"))
        }
        // If the user wanted the recorder to be killed, the recording has ended as requested.
        if ended != nil, let early = EarlyEnd(ending, of: recording.id) { throw early }
    }

    /// Returns the ending of a recording whose recorder was killed.
    private func repaired(_ recording: Recording, in library: RecordingLibrary) async throws -> RecordingFacts.Ending {
        try await SiblingProgram.recover()
        guard let ending = try library.recording(recording.id).facts.ending else {
            throw RecorderError(
                .failed, description: "the recorder was ended, but recording \(recording.id) cannot be repaired")
        }
        return ending
    }

    package init() {}
}

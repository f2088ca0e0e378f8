import ArgumentParser
import Replay

/// `replay stop`
struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a recording; returns when its movie is whole.",
        discussion: """
            A recorder that does not answer within 2 s is left alone, and the exit code is 75; at a terminal you are asked \
            whether to end it.

            Example: replay stop
            """)

    @Flag(help: "Kill a recorder that does not answer; what it has written is kept.")
    var force = false

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try library.running(argument.recording)
        let forced = ForcedEnd(
            recording: recording, library: library, isForced: force, command: "stop",
            consequence: "keeps what it has written")
        let ended = try await forced.ifNeeded { try await ScreenRecorder.attach(to: recording).stop() }
        let ending = try ended ?? killed(recording, in: library)
        if output.json { try Output.json(ending) } else { print("\(recording.id)  \(ending.duration.timecode())") }
        // A recorder that was killed because the user wanted it has ended as it was asked to.
        if ended != nil, let early = EarlyEnd(ending, of: recording.id) { throw early }
    }

    private func killed(_ recording: Recording, in library: RecordingLibrary) throws -> RecordingFacts.Ending {
        guard let ending = try library.recording(recording.id).facts.ending else {
            throw RecorderError(.failed, "the recorder was ended, but recording \(recording.id) cannot be repaired")
        }
        return ending
    }
}

extension RecordingLibrary {
    /// The recording that is meant by a command to its recorder: by default the latest that is being made.
    func running(_ reference: String?) throws -> Recording {
        guard reference == nil else {
            let recording = try recording(matching: reference)
            guard recording.state == .recording else {
                throw RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
            }
            return recording
        }
        guard let running = try latestRunning() else {
            throw RecorderError(.notRecording, "nothing is being recorded")
        }
        return running
    }

    /// The latest that is being made, if any.
    func latestRunning() throws -> Recording? { try recordingsInProgress().last }
}

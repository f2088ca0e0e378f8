package import ReplayControl
package import ReplayLibrary

/// The output of a command that changes a recording in progress.
package enum ControlReport {
    /// Changes a recording in progress and prints the result.
    /// - Parameters:
    ///   - reference: The recording, or nil for the latest one in progress.
    ///   - what: The change as reported to the user, such as “paused”.
    ///   - afterwards: The advice for a finished recording, with “REC” for its name, or nil if there is none.
    ///   - words: The words that may name the recording, or nil for `reference` alone.
    package static func run(
        _ reference: String?, output: OutputOptions, what: String, afterwards: String? = nil,
        words: [String]? = nil, change: (ScreenRecorder) async throws -> RecorderChange
    ) async throws {
        let recording = try running(reference, afterwards: afterwards, words: words ?? [reference].compactMap(\.self))
        let result = try await change(try await ScreenRecorder.attach(to: recording))
        if output.json { return try Output.json(result) }
        let text = result.isChanged ? what : "\(what) already"
        print(recording.line("\(text) at \(result.time.timecode())"))
    }

    private static func running(_ reference: String?, afterwards: String?, words: [String]) throws -> Recording {
        let library = try RecordingLibrary.open()
        do {
            return try library.running(reference)
        } catch let error as RecorderError where error.kind == .notRecording {
            guard let afterwards, words.contains(where: library.isName) else { throw error }
            throw RecorderError(
                .notRecording, description: "\(error); \(AnswerExample.filled(afterwards, words: words))")
        }
    }
}

extension Recording {
    /// Returns a line about the recording: its id, its name if it has one, and a text.
    package func line(_ text: String) -> String {
        [id.description, facts.name, text].compactMap(\.self).joined(separator: "  ").printable
    }
}

extension RecordingLibrary {
    /// Returns the recording in progress for a command. The default is the latest one in progress.
    package func running(_ reference: String?) throws -> Recording {
        guard reference == nil else {
            let recording = try recording(matching: reference)
            guard recording.state() == .recording else {
                throw RecorderError(.notRecording, description: "“\(recording.displayName)” is not being recorded")
            }
            return recording
        }
        guard let running = try latestRunning() else {
            throw RecorderError(.notRecording, description: "nothing is being recorded")
        }
        return running
    }

    /// Returns the latest recording in progress, or nil if there is none.
    package func latestRunning() throws -> Recording? { try recordingsInProgress().last }
}

/// A command to a running recorder. It must answer within 2 s. Other commands therefore repair the library, because a
/// repair may take longer.
package protocol ControlsRecorder {}

extension Status: ControlsRecorder {}
extension Pause: ControlsRecorder {}
extension Resume: ControlsRecorder {}
extension Mute: ControlsRecorder {}
extension Unmute: ControlsRecorder {}
extension Cover: ControlsRecorder {}
extension Uncover: ControlsRecorder {}
extension Mark: ControlsRecorder {}

import ReplayControl
package import ReplayLibrary
import Threads

/// What `stop` and `discard` do about a recorder that does not answer: it is ended only if the user says so.
package struct ForcedEnd {
    package let recording: Recording
    /// Whether the command line said so already.
    package let isForced: Bool
    /// The command, for those who cannot be asked.
    package let command: String
    /// What happens after it, as the end of a question.
    package let consequence: String

    /// Does something with the recorder, and ends the recorder if it does not answer.
    /// - Returns: what `body` gives; nil where the recorder was ended by force.
    /// - Throws: `RecorderError.Kind.unresponsive` where the user did not want that.
    package func ifNeeded<Result>(_ body: () async throws -> Result) async throws -> Result? {
        do {
            return try await body()
        } catch let error as RecorderError where error.kind == .unresponsive {
            guard isForced || isWanted else { throw refusal }
            try await WorkerThread.run("end") { [recording] in try ScreenRecorder.kill(recording) }
            return nil
        }
    }

    private var complaint: String { "the recorder of “\(recording.displayName)” does not answer" }

    private var refusal: RecorderError {
        RecorderError(
            .unresponsive, "\(complaint); “replay \(command) --force \(recording.id)” ends it and \(consequence)")
    }

    private var isWanted: Bool {
        Question.isPossible && Question.isYes("\(complaint). End it and \(consequence)?")
    }
}

import ReplayControl
package import ReplayLibrary
import Threads

/// The handling of a recorder that does not answer, for `stop` and `discard`. It is killed only if the user agrees.
package struct ForcedEnd {
    package let recording: Recording
    /// True if the command line already agrees.
    package let isForced: Bool
    /// The command, for the error if nobody can be asked.
    package let command: String
    /// The consequence of the command, as the end of a question.
    package let consequence: String

    /// Runs an operation on the recorder, and kills the recorder if it does not answer.
    /// - Returns: The result of `body`, or nil if the recorder was killed.
    /// - Throws: `RecorderError.Kind.unresponsive` if the user does not agree.
    package func ifNeeded<Result>(_ body: () async throws -> Result) async throws -> Result? {
        do {
            return try await body()
        } catch let error as RecorderError where error.kind == .unresponsive {
            guard isForced || isWanted else { throw refusal }
            try await WorkerThread.run(named: "end") { [recording] in try ScreenRecorder.kill(recording) }
            return nil
        }
    }

    private var complaint: String { "the recorder of “\(recording.displayName)” does not answer" }

    private var refusal: RecorderError {
        RecorderError(
            .unresponsive,
            description: "\(complaint); “replay \(command) --force \(recording.id)” ends it and \(consequence)")
    }

    private var isWanted: Bool {
        Question.isPossible && Question.isYes("\(complaint). End it and \(consequence)?")
    }
}

import FFmpeg
import Files
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie
import Threads

/// A writer of the log with its own thread, so that a disk that does not answer delays neither the recording nor its
/// control.
final class LogWriter: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        /// The lines that were written before the recording's folder existed.
        var early: [[UInt8]] = []
        var file: LogFile?
        var isWriting = false
        var isOver = false
        /// The places of which it was reported that they cannot be written.
        var failed: Set<StandingWarnings.Subject> = []

        var hasWork: Bool { !waiting.isEmpty || file != nil && !early.isEmpty }

        mutating func takeTurn() -> Turn {
            defer { (waiting, isWriting) = ([], true) }
            early += waiting.prefix(maxLines - min(maxLines, early.count))
            let lines = waiting.flatMap(\.self)
            guard let file else { return Turn(lines: lines, fileLines: [], file: nil) }
            defer { early = [] }
            return Turn(lines: lines, fileLines: early.flatMap(\.self), file: file)
        }
    }

    /// The lines to write next.
    private struct Turn {
        var lines: [UInt8]
        /// The lines for the file, including those from before it existed.
        var fileLines: [UInt8]
        var file: LogFile?
    }

    /// The maximum number of waiting lines. If the disk does not answer, further lines are dropped.
    private static let maxLines = 1_000
    /// The time limit for writing the end of the log.
    private static let timeout = Duration.seconds(1)

    private let state = ConditionLock(State())

    /// - Parameters:
    ///   - streams: where the log goes besides the recording's folder.
    ///   - onFailure: called on the writer's thread when a place cannot be written for the first time, with a sentence.
    ///     Lines are missing there; a recording is not lost because its log is.
    /// - Throws: `ThreadError`.
    init(
        to streams: [LogStream],
        onFailure: @escaping @Sendable (_ subject: StandingWarnings.Subject, _ sentence: String) -> Void
    ) throws(ThreadError) {
        try WorkerThread.detach(named: "log") { [state] in
            func report(_ error: FileSystemError, about subject: StandingWarnings.Subject) {
                guard state.change({ $0.failed.insert(subject).inserted }) else { return }
                onFailure(subject, "lines of the log are missing: \(error)")
            }
            while let turn = Self.next(state) {
                if !turn.lines.isEmpty {
                    for stream in streams {
                        // Nobody reads standard error any more if it cannot be written.
                        do throws(FileSystemError) { try stream.write(turn.lines) } catch {
                            if stream.path != nil { report(error, about: .namedLog) }
                        }
                    }
                }
                do throws(FileSystemError) { try turn.file?.append(turn.fileLines) } catch {
                    report(error, about: .log)
                }
                state.update { $0.isWriting = false }
            }
        }
    }

    /// Appends a line, which must end with a line feed.
    func append(_ line: [UInt8]) {
        state.update { state in
            if state.waiting.count < Self.maxLines { state.waiting.append(line) }
        }
    }

    /// Writes the log into a recording's folder from now on, beginning with the lines logged before.
    func keep(in folder: Directory) { state.update { $0.file = LogFile(in: folder) } }

    /// Stops writing into the recording's folder. Returns when no write is in progress, or after `timeout` if the disk
    /// hangs.
    func leaveFolder() {
        state.update { $0.file = nil }
        awaitRest { !$0.isWriting }
    }

    /// Waits until everything is written, or for `timeout` if a disk hangs. Append nothing afterwards.
    func finish() {
        awaitRest { !$0.isWriting && !$0.hasWork }
        state.update { $0.isOver = true }
    }

    private func awaitRest(_ isDone: (State) -> Bool) {
        _ = state.wait(until: .now + Self.timeout) { isDone($0) ? true : nil }
    }

    /// Waits for lines to write. Returns nil after the last ones.
    private static func next(_ state: ConditionLock<State>) -> Turn? {
        while true {
            let turn = state.wait(until: .distantFuture) { state -> Turn?? in
                if state.hasWork { return .some(state.takeTurn()) }
                return state.isOver ? .some(nil) : nil
            }
            if let turn { return turn }
        }
    }
}

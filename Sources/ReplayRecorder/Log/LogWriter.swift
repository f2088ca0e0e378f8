import FFmpeg
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie
import Threads

/// Writes the log, on a thread of its own: a disk that does not answer holds up neither the recording nor its control.
final class LogWriter: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        /// What was written before there was a folder to keep it in.
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

    /// What is to be written next.
    private struct Turn {
        var lines: [UInt8]
        /// With what came before there was a file.
        var fileLines: [UInt8]
        var file: LogFile?
    }

    /// More lines than that wait for no disk; what comes then is left out.
    private static let maxLines = 1_000
    /// How long the end of the log is waited for.
    private static let timeout = Duration.milliseconds(250)

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
        try WorkerThread.detach("log") { [state] in
            func report(_ error: FileSystemError, _ subject: StandingWarnings.Subject) {
                guard state.change({ $0.failed.insert(subject).inserted }) else { return }
                onFailure(subject, "lines of the log are missing: \(error)")
            }
            while let turn = Self.next(state) {
                if !turn.lines.isEmpty {
                    for stream in streams {
                        // Nobody reads standard error any more if it cannot be written.
                        do throws(FileSystemError) { try stream.write(turn.lines) } catch {
                            if stream.path != nil { report(error, .namedLog) }
                        }
                    }
                }
                do throws(FileSystemError) { try turn.file?.append(turn.fileLines) } catch { report(error, .log) }
                state.update { $0.isWriting = false }
            }
        }
    }

    /// Adds a line, which ends with a line feed.
    func append(_ line: [UInt8]) {
        state.update { state in
            if state.waiting.count < Self.maxLines { state.waiting.append(line) }
        }
    }

    /// Keeps the log in a recording's folder from now on, with what came before.
    func keep(in folder: Directory) { state.update { $0.file = LogFile(in: folder) } }

    /// Writes nothing more into the recording's folder; returns when nothing is being written, unless its disk hangs.
    func leaveFolder() {
        state.update { $0.file = nil }
        awaitRest { !$0.isWriting }
    }

    /// Returns when all is written, unless a disk hangs. Nothing may be added afterwards.
    func finish() {
        awaitRest { !$0.isWriting && !$0.hasWork }
        state.update { $0.isOver = true }
    }

    private func awaitRest(_ isDone: (State) -> Bool) {
        _ = state.wait(until: .now + Self.timeout) { isDone($0) ? true : nil }
    }

    /// Waits for something to write; nil after the last.
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

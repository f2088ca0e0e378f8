import FoundationEssentials
import Glibc
import MediaTime
package import ReplayBroadcast
package import ReplayCast
package import ReplayLibrary
import Synchronization
import Threads

/// One connection to a source of comments, with a thread that appends them to the recording's file. It never writes to
/// the movie, nor talks to the recorder.
package final class CommentLink: CastConnection {
    private struct Commands {
        var isInterrupted = false
        var isSuspended = false
        var isCompleting = false
    }

    package let number: CastLink.Number
    private let source: CommentSource
    private let recording: Recording
    private let commands = Mutex(Commands())
    private let state: Mutex<CastLink.Progress>
    private let hasEnded = ConditionLock(false)
    private let report: @Sendable (CastLink.Number, CastLink.Event) -> Void

    /// The time from one group of comments to the next, in microseconds.
    private static let pause: UInt32 = 150_000

    /// Starts a connection.
    /// - Parameters:
    ///   - summary: The comments of earlier connections; nil for the first one.
    ///   - report: Called on the connection's thread.
    /// - Throws: `ThreadError`.
    package init(
        _ number: CastLink.Number, source: CommentSource, recording: Recording, after summary: CommentSummary?,
        report: @escaping @Sendable (CastLink.Number, CastLink.Event) -> Void
    ) throws {
        (self.number, self.source, self.recording) = (number, source, recording)
        self.report = report
        var progress = CastLink.Progress()
        let earlier = summary ?? CommentSummary(source: source.name)
        progress.comments = earlier
        state = Mutex(progress)
        try WorkerThread.detach(named: "comments") { [self] in
            let intake = CommentIntake(earlier, recordingStart: recording.facts.createdAt)
            run(intake, isFirst: summary == nil)
            hasEnded.update { $0 = true }
        }
    }

    package var progress: CastLink.Progress { state.withLock { $0 } }

    package func interrupt() { commands.withLock { $0.isInterrupted = true } }

    package func setSuspended(_ isSuspended: Bool) { commands.withLock { $0.isSuspended = isSuspended } }

    package func complete() { commands.withLock { $0.isCompleting = true } }

    package func awaitEnd(for limit: Duration) { _ = hasEnded.wait(until: .now + limit) { $0 ? true : nil } }

    private func run(_ intake: CommentIntake, isFirst: Bool) {
        do throws(BroadcastFailure) {
            guard let reader = try open(isFirst: isFirst) else { return }
            report(number, .connected)
            guard let ended = try follow(reader, intake) else { return }
            report(number, .completed(recordingEnded: ended))
        } catch {
            report(number, .failed(error))
        }
    }

    /// - Returns: Nil if the connection was interrupted.
    private func open(isFirst: Bool) throws(BroadcastFailure) -> (any CommentReading)? {
        switch source {
        case .file(let path): return try FileComments(path, isFirst: isFirst)
        case .webSocket(let address):
            let socket = try WebSocketComments(address)
            while try !socket.awaitOpen() { if commands.withLock({ $0.isInterrupted }) { return nil } }
            return socket
        }
    }

    /// Reads comments until the recording or the broadcast ends.
    /// - Returns: True if the recording has ended. Nil if the connection was interrupted.
    private func follow(_ reader: any CommentReading, _ intake: CommentIntake) throws(BroadcastFailure) -> Bool? {
        var intake = intake
        observe(&intake)
        while true {
            let commands = commands.withLock { $0 }
            if commands.isInterrupted { return nil }
            if commands.isCompleting { return false }
            let isEnding = !RecordingLock.isHeld(in: recording.folder)
            let inputs = try reader.next()
            observe(&intake)
            if !commands.isSuspended { try keep(inputs, &intake) }
            state.withLock { $0.comments = intake.summary }
            // Lines that came before the end were read once more.
            if isEnding { return true }
            // Comments are written and synced in groups, so that a busy source does not disturb the recorder's disk.
            if !inputs.isEmpty { usleep(Self.pause) }
        }
    }

    private func observe(_ intake: inout CommentIntake) {
        let elapsed = RecordingLock.lastNote(in: recording.folder) ?? .zero
        intake.observe(elapsed, at: .now, date: Date())
    }

    private func keep(_ inputs: [CommentInput], _ intake: inout CommentIntake) throws(BroadcastFailure) {
        guard !inputs.isEmpty else { return }
        let comments = intake.take(inputs, at: .now)
        count(inputs)
        guard !comments.isEmpty else { return }
        // A discarded recording has no folder any longer.
        guard recording.folder.contains(Recording.movieName) else { return }
        let isKept: Bool
        do { isKept = try recording.append(comments) } catch {
            throw BroadcastFailure(.unwritable, reason: "the comments cannot be written: \(error)")
        }
        isKept ? intake.note(kept: comments, at: .now) : intake.note(dropped: comments.count, .full)
    }

    private func count(_ inputs: [CommentInput]) {
        let bytes = inputs.reduce(0) { sum, input in
            switch input {
            case .line(let line), .oldLine(let line): sum + line.count + 1
            case .fault: sum
            }
        }
        state.withLock { $0.bytes += Int64(bytes) }
    }
}

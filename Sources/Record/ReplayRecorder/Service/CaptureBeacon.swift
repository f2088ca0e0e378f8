import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplayMovie
import Threads

/// Tells other programs that a capture is going on, in a file that all recorders share.
///
/// A thread of its own writes it: another program may hold the file's lock, or the folder's disk not answer, and the
/// recorder must not wait for either.
package final class CaptureBeacon: Sendable {
    private struct State {
        /// What is to be told, if anything.
        var entry: BeaconFile.Entry?
        /// How often that has changed, and how many of the changes were written.
        var (changes, written) = (0, 0)
        var isOver = false
    }

    /// How long a change is waited for, so that whoever asked for it finds it written.
    private static let waitLimit = Duration.milliseconds(250)

    private let state = ConditionLock(State())

    /// - Parameter home: the library's; nil: the default.
    /// - Throws: `FileSystemError`, `ThreadError`.
    convenience init(home: String?, onFailure: @escaping @Sendable ((any Error)?) -> Void) throws {
        try self.init(BeaconFile(in: try RuntimeFolder.open(home: home)), onFailure: onFailure)
    }

    /// - Parameter onFailure: told why the file cannot be written, and nil once it can be again; called on the beacon's thread.
    /// - Throws: `ThreadError`.
    init(
        _ file: sending BeaconFile, onFailure: @escaping @Sendable ((any Error)?) -> Void
    ) throws(ThreadError) {
        try WorkerThread.detach("beacon") { [state] in
            var hasFailed = false
            while Self.write(state, to: file, &hasFailed, onFailure) {}
        }
    }

    /// Says how the recording stands, in place of what was said of it before.
    func show(_ entry: BeaconFile.Entry) { change { $0.entry = entry } }

    /// Takes the recording out, which has ended.
    func remove() {
        change { state in
            state.entry = nil
            state.isOver = true
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let number = state.update { state in
            body(&state)
            state.changes += 1
            return state.changes
        }
        _ = state.wait(until: .now + Self.waitLimit) { $0.written >= number ? true : nil }
    }

    /// Waits for a change and writes it.
    /// - Returns: false after the last.
    private static func write(
        _ state: ConditionLock<State>, to file: BeaconFile, _ hasFailed: inout Bool,
        _ onFailure: ((any Error)?) -> Void
    ) -> Bool {
        let next = state.wait(until: .distantFuture) { $0.changes > $0.written ? $0 : nil }
        guard let next else { return true }
        do {
            try file.update(next.entry)
            if hasFailed { onFailure(nil) }
            hasFailed = false
        } catch {
            // It is written anew with the next change.
            hasFailed = true
            onFailure(error)
        }
        state.update { $0.written = next.changes }
        return !next.isOver
    }
}

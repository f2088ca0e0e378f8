import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplayMovie
import Threads

/// A writer that tells other programs about a capture in progress, in a file that all recorders share.
///
/// A separate thread writes it, because another program may hold the file's lock or the folder's disk may not answer.
/// The recorder must not wait for either.
package final class CaptureBeacon: Sendable {
    private struct State {
        /// The entry to write, or nil to remove it.
        var entry: BeaconFile.Entry?
        /// The number of changes so far, and the number of changes that are written.
        var (changes, written) = (0, 0)
        var isOver = false
    }

    /// The time limit for writing a change, so that the program that requested the change finds it in the file.
    private static let waitLimit = Duration.milliseconds(250)

    private let state = ConditionLock(State())

    /// Opens the file in the runtime folder.
    /// - Parameter home: The library's home, or nil for the default one.
    /// - Throws: `FileSystemError`, `ThreadError`.
    convenience init(home: String?, onFailure: @escaping @Sendable ((any Error)?) -> Void) throws {
        try self.init(BeaconFile(in: try RuntimeFolder.open(home: home)), onFailure: onFailure)
    }

    /// Starts the thread.
    /// - Parameter onFailure: Called on the beacon's thread: with the error if the file cannot be written, and with nil
    ///   afterwards if it can.
    /// - Throws: `ThreadError`.
    init(
        _ file: sending BeaconFile, onFailure: @escaping @Sendable ((any Error)?) -> Void
    ) throws(ThreadError) {
        try WorkerThread.detach(named: "beacon") { [state] in
            var hasFailed = false
            while Self.write(state, to: file, hasFailed: &hasFailed, onFailure: onFailure) {}
        }
    }

    /// Replaces the recording's entry.
    func show(_ entry: BeaconFile.Entry) { change { $0.entry = entry } }

    /// Removes the entry of the recording, which has ended.
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
    /// - Returns: False after the last change.
    private static func write(
        _ state: ConditionLock<State>, to file: BeaconFile, hasFailed: inout Bool,
        onFailure: ((any Error)?) -> Void
    ) -> Bool {
        let next = state.wait(until: .distantFuture) { $0.changes > $0.written ? $0 : nil }
        guard let next else { return true }
        do {
            try file.update(next.entry)
            if hasFailed { onFailure(nil) }
            hasFailed = false
        } catch {
            // The next change writes the file again.
            hasFailed = true
            onFailure(error)
        }
        state.update { $0.written = next.changes }
        return !next.isOver
    }
}

import Threads

/// A broadcast that a set-up program has prepared.
///
/// The program to run at the end runs when the broadcast has ended. If there is no broadcast, it runs when this object
/// is freed.
public final class BroadcastPreparation: Sendable {
    let process: SetupProcess

    init(_ process: SetupProcess) { self.process = process }

    /// Ends a preparation without a broadcast, and waits until the program to run at the end has run.
    /// - Returns: The failure of that program as a clause; nil if it succeeded or if a broadcast was started.
    @discardableResult public func cancel() async -> String? {
        // Without a thread, the process notices the end when this object is freed.
        try? await WorkerThread.run(named: "set-up") { [process] in process.finish() }
    }
}

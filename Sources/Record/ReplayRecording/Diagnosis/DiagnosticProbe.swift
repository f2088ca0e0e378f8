import FFmpeg
import ReplayControl
import ReplaySources
import Threads

/// A check that runs on its own thread, because a display, an audio server or a disk may never answer.
struct DiagnosticProbe: Sendable {
    private let name: String
    private let need: Diagnosis.Finding.Need
    private let check: @Sendable () -> [Diagnosis.Finding]

    /// - Parameter need: The tasks that fail if the check does not answer.
    init(
        _ name: String, need: Diagnosis.Finding.Need = .recording,
        check: @escaping @Sendable () -> [Diagnosis.Finding]
    ) {
        self.name = name
        self.need = need
        self.check = check
    }

    /// Runs the check and returns its findings. A thread that does not finish in time is abandoned.
    func findings(within limit: Duration) async -> [Diagnosis.Finding] {
        let (answers, continuation) = AsyncStream.makeStream(of: [Diagnosis.Finding].self)
        let check = check
        // A thread can fail to start for one reason only, which the finding gives.
        guard
            (try? WorkerThread.detach(named: name) {
                continuation.yield(check())
                continuation.finish()
            }) != nil
        else { return [.broken(name, found: "no thread can be started", remedy: "end other programs", need: need)] }
        let alarm = Task {
            try await Task.sleep(for: limit)
            continuation.finish()
        }
        defer { alarm.cancel() }
        for await answer in answers { return answer }
        return [
            .broken(
                name, found: "no answer within \(limit.components.seconds) s",
                remedy: "check the server or the disk that it waits for", need: need)
        ]
    }
}

import FFmpeg

extension WorkerThread {
    /// Runs `body`, which blocks, on a thread of its own and waits for it without blocking.
    static func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try WorkerThread(name) { continuation.resume(with: Result(catching: body)) }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

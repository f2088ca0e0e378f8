extension WorkerThread {
    /// Does what blocks on a thread of its own, and waits for its end.
    /// - Parameter name: what it is for, in errors.
    package static func run<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do throws(FFmpegError) {
                try WorkerThread(name) { continuation.resume(with: Swift.Result { try body() }) }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

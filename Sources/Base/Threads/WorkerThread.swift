import Glibc
package import ReplayErrors

/// A thread for blocking calls, such as FFmpeg's. Such calls must not run on Swift's cooperative pool.
///
/// The owner joins the thread once. A thread that is dropped without a join is detached and runs until its end.
package struct WorkerThread: ~Copyable, Sendable {
    private let thread: pthread_t

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts `body` on a new thread.
    /// - Parameter name: The purpose of the thread, for errors.
    package init(named name: String, _ body: sending @escaping () -> Void) throws(ThreadError) {
        // The thread takes ownership. If it cannot be created, the object is released below.
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw ThreadError(name: name, code: result)
        }
        self.thread = thread
    }

    deinit { pthread_detach(thread) }

    /// Waits until the thread ends.
    package consuming func join() {
        pthread_join(thread, nil)
        discard self
    }
}

extension WorkerThread {
    /// Starts `body` on a new thread without waiting for its end.
    /// - Parameter name: The purpose of the thread, for errors.
    package static func detach(named name: String, _ body: sending @escaping () -> Void) throws(ThreadError) {
        _ = try WorkerThread(named: name, body)
    }

    /// Runs blocking work on a new thread and waits for its result.
    /// - Parameter name: The purpose of the thread, for errors.
    package static func run<Result: Sendable>(
        named name: String, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do throws(ThreadError) {
                try detach(named: name) { continuation.resume(with: Swift.Result { try body() }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// An error that occurs if a thread cannot be started, for example because the system's limit is reached.
package struct ThreadError: CategorizedError {
    /// The purpose of the thread.
    package let name: String
    /// The `errno` of pthread_create(3).
    package let code: Int32

    /// The error's category, `temporary`.
    package var category: ErrorCategory { .temporary }

    package var description: String {
        "cannot start the thread “\(name)”: \(String(cString: strerror(code)))"
    }
}

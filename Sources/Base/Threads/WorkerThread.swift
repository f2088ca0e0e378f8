import Glibc
package import ReplayErrors

/// A thread for calls that block, as FFmpeg's do: they must not be made on Swift's cooperative pool.
///
/// Its owner joins it, once. One that is let go without is detached: it ends by itself.
package struct WorkerThread: ~Copyable, Sendable {
    private let thread: pthread_t

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts `body` on a thread of its own.
    /// - Parameter name: what it is for, in errors.
    package init(_ name: String, _ body: sending @escaping () -> Void) throws(ThreadError) {
        // The thread takes it over; where there is none, it is released below.
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

    /// Waits for the thread's end.
    package consuming func join() {
        pthread_join(thread, nil)
        discard self
    }
}

extension WorkerThread {
    /// Starts `body` on a thread that nobody waits for.
    /// - Parameter name: what it is for, in errors.
    package static func detach(_ name: String, _ body: sending @escaping () -> Void) throws(ThreadError) {
        _ = try WorkerThread(name, body)
    }

    /// Does what blocks on a thread of its own, and waits for its end.
    /// - Parameter name: what it is for, in errors.
    package static func run<Result: Sendable>(
        _ name: String, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do throws(ThreadError) {
                try detach(name) { continuation.resume(with: Swift.Result { try body() }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

/// A thread that cannot be started: the system has no room for one more.
package struct ThreadError: CategorizedError {
    /// What the thread was for.
    package let name: String
    /// The `errno` of pthread_create(3).
    package let code: Int32

    /// What kind of failure it is.
    package var category: ErrorCategory { .temporary }

    package var description: String {
        "cannot start the thread “\(name)”: \(String(cString: strerror(code)))"
    }
}

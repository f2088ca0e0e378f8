import Glibc

/// A thread for calls that block, as FFmpeg's do: they must not be made on Swift's cooperative pool.
package final class WorkerThread: Sendable {
    private let thread: pthread_t

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts `body` on a thread of its own.
    /// - Parameter name: what it is for, in errors.
    package init(_ name: String, _ body: sending @escaping () -> Void) throws(FFmpegError) {
        let work = Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw FFmpegError(.init(errno: result), operation: "start", subject: "the thread “\(name)”")
        }
        self.thread = thread
    }

    /// Lets the thread end by itself: nobody waits for it. In place of `join()`.
    package func detach() { pthread_detach(thread) }

    /// Waits for the thread's end; to be called once.
    package func join() { pthread_join(thread, nil) }
}

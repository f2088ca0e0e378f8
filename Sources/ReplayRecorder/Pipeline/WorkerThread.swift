import Glibc

/// A thread for work that blocks, which must not be done on Swift's cooperative pool.
package final class WorkerThread: Sendable {
    private let thread: pthread_t

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts `body` on a thread of its own.
    /// - Parameter name: at most 15 characters, as `top -H` shows it.
    package init(_ name: String, _ body: sending @escaping () -> Void) throws(CaptureError) {
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
            throw CaptureError(.outOfResources, "The system has no thread left for “\(name)”.")
        }
        pthread_setname_np(thread, name)
        self.thread = thread
    }

    /// Waits for the thread's end; to be called once.
    package func join() { pthread_join(thread, nil) }
}

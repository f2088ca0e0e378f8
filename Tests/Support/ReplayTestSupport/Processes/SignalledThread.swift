import Glibc
import Synchronization

/// A thread that a test interrupts by signals while it waits: their handler does nothing, but the system call that the
/// thread is in fails with `EINTR`.
public final class SignalledThread: Sendable {
    private static let number = SIGUSR2
    /// How often the handler has run, on any thread.
    private static let handled = Atomic<Int>(0)

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        let hasEnded = Atomic<Bool>(false)
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t
    private let work: Work

    /// Starts the thread; it must be joined.
    public init(_ body: @escaping @Sendable () -> Void) throws {
        Self.handle()
        work = Work(body)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                SignalledThread.unblock()
                work.body()
                work.hasEnded.store(true, ordering: .sequentiallyConsistent)
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        guard code == 0 else { throw ServerError("There is no thread: \(String(cString: strerror(code))).") }
        self.thread = thread
    }

    /// Without `SA_RESTART`, so that calls are not begun again by themselves.
    private static func handle() {
        _ = handled.load(ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            _ = SignalledThread.handled.add(1, ordering: .sequentiallyConsistent)
        }
        sigaction(number, &action, nil)
    }

    /// Threads of Dispatch, which run tests, block signals, and a thread inherits that.
    private static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Sends the thread a signal; returns when its handler has run, or the thread has ended.
    public func interrupt() {
        let before = Self.handled.load(ordering: .sequentiallyConsistent)
        guard pthread_kill(thread, Self.number) == 0 else { return }
        while Self.handled.load(ordering: .sequentiallyConsistent) == before,
            !work.hasEnded.load(ordering: .sequentiallyConsistent)
        { sched_yield() }
    }

    /// Waits for its end.
    public func join() { pthread_join(thread, nil) }
}

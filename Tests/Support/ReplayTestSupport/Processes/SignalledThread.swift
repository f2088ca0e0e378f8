import Glibc
import Synchronization

/// A thread that a test interrupts with signals while it waits. The signal handler does nothing, but the thread's
/// system call fails with `EINTR`.
public final class SignalledThread: Sendable {
    private static let number = SIGUSR2
    /// The number of times that the handler has run, on any thread.
    private static let handled = Atomic<Int>(0)

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        let hasEnded = Atomic<Bool>(false)
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t
    private let work: Work

    /// Starts the thread, which must be joined.
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

    /// Installs the handler without `SA_RESTART`, so that calls are not restarted automatically.
    private static func handle() {
        _ = handled.load(ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            _ = SignalledThread.handled.add(1, ordering: .sequentiallyConsistent)
        }
        sigaction(number, &action, nil)
    }

    /// Unblocks the signal. Dispatch's threads, which run tests, block signals, and a new thread inherits that.
    private static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Sends the thread a signal. Returns when the handler has run, or the thread has ended.
    public func interrupt() {
        let before = Self.handled.load(ordering: .sequentiallyConsistent)
        guard pthread_kill(thread, Self.number) == 0 else { return }
        while Self.handled.load(ordering: .sequentiallyConsistent) == before,
            !work.hasEnded.load(ordering: .sequentiallyConsistent)
        { sched_yield() }
    }

    /// Waits for the thread's end.
    public func join() { pthread_join(thread, nil) }
}

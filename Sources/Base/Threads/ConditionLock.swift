import Glibc
package import MediaTime

/// A value that threads share, and wait on: a mutex and a condition in one.
///
/// `@unchecked Sendable`: the value is private, and touched below by `init` and between lock and unlock of the mutex alone.
/// `sending` keeps what is in it from being reached from elsewhere too: it is given up by whoever makes it, and what a
/// `body` puts into it, or takes out of it, belongs to one side only.
package final class ConditionLock<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    package init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Calls `body` with the value, then wakes whoever waits to look again.
    package func update<Result, Failure>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Calls `body` with the value and wakes nobody, for a change that nobody waits for.
    package func change<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Calls `body` with the value and wakes nobody.
    package func read<Result: Sendable>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(state)
    }

    /// Waits until `body` gives something, or the deadline has passed.
    package func wait<Result>(
        until deadline: HostTime, for body: (inout sending State) -> sending Result?
    ) -> sending Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var time = deadline.timespec
        while true {
            if let result = body(&state) { return result }
            if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return body(&state) }
        }
    }
}

extension HostTime {
    fileprivate var timespec: timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

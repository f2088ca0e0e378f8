import Glibc
package import MediaTime
import Synchronization
package import SystemPackage

/// The timeout for messages from a recorder. A recorder sends two status messages per second unless it is stopped or
/// stuck.
package final class AnswerTimeout: Sendable {
    /// The limit for the first answer. Together with the rest of a command it stays below 2 s.
    private static let firstAnswerLimit = Duration.milliseconds(1500)
    /// The limit between two messages of a recorder that has a request to answer.
    private static let silenceLimit = Duration.seconds(5)

    /// The limit in effect, or nil for none.
    private let limit: Mutex<Duration?>

    /// - Parameter isEndless: True for no limit, because a stopped recorder may be continued. Otherwise the limit of
    ///   `end()` applies.
    init(isEndless: Bool) { limit = Mutex(isEndless ? nil : Self.silenceLimit) }

    /// Begins to apply the limit, because a request was sent.
    package func end() { limit.withLock { $0 = Self.silenceLimit } }

    /// The deadline for the answer to a request that is sent now.
    static var firstAnswer: HostTime { .now + firstAnswerLimit }

    /// Waits until the descriptor is readable.
    /// - Returns: False if the limit passed before.
    func await(_ descriptor: FileDescriptor) -> Bool {
        let start = HostTime.now
        while !Self.isReadable(descriptor, until: .now + .milliseconds(500)) {
            if let limit = limit.withLock({ $0 }), HostTime.now - start > limit { return false }
        }
        return true
    }

    /// Waits until the descriptor is readable or its stream has ended.
    /// - Returns: False if the deadline passed before, or the descriptor cannot be polled.
    package static func isReadable(_ descriptor: FileDescriptor, until deadline: HostTime) -> Bool {
        var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&polled, 1, (deadline - .now).timeoutMilliseconds)
            if count != 0, count > 0 || errno != EINTR { return count > 0 }
            if HostTime.now >= deadline { return false }
        }
    }
}

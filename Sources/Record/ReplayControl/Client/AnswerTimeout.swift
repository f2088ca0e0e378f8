import Glibc
import MediaTime
import Synchronization
import SystemPackage

/// How long to wait for a word of a recorder, which speaks twice a second unless it is stopped or stuck.
final class AnswerTimeout: Sendable {
    /// For the first answer to a caller: with all that a command does besides, less than 2 s.
    private static let firstAnswerLimit = Duration.milliseconds(1500)
    /// Between two words of a recorder that something is wanted of.
    private static let silenceLimit = Duration.seconds(5)

    /// Nil: none.
    private let limit: Mutex<Duration?>

    /// - Parameter isEndless: for ever, for a recorder that is stopped may be let go on; otherwise as after `end()`.
    init(isEndless: Bool) { limit = Mutex(isEndless ? nil : Self.silenceLimit) }

    /// From now on something is wanted of the recorder.
    package func end() { limit.withLock { $0 = Self.silenceLimit } }

    /// When a recorder that is asked now has to have answered.
    static var firstAnswer: HostTime { .now + firstAnswerLimit }

    /// Waits for something to be read.
    /// - Returns: false where nothing came for too long.
    func await(_ descriptor: FileDescriptor) -> Bool {
        let start = HostTime.now
        while !Self.isReadable(descriptor, until: .now + .milliseconds(500)) {
            if let limit = limit.withLock({ $0 }), HostTime.now - start > limit { return false }
        }
        return true
    }

    /// Waits for something to be read, or for the end of the stream.
    static func isReadable(_ descriptor: FileDescriptor, until deadline: HostTime) -> Bool {
        var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&polled, 1, (deadline - .now).timeoutMilliseconds)
            if count != 0, count > 0 || errno != EINTR { return count > 0 }
            if HostTime.now >= deadline { return false }
        }
    }
}

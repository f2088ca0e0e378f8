import Glibc
import MediaTime
import Synchronization
import SystemPackage

/// How long to wait for a word of a recorder, which speaks twice a second unless it is stopped or stuck.
final class AnswerTimeout: Sendable {
    /// For the first answer to a caller, in nanoseconds: with all that a command does besides, less than 2 s.
    private static let firstAnswerLimit: Int64 = 1_500_000_000
    /// Between two words of a recorder that something is wanted of, in milliseconds.
    private static let silenceLimit: Int64 = 5_000

    /// In milliseconds.
    private let limit: Atomic<Int64>

    /// - Parameter isEndless: for ever, for a recorder that is stopped may be let go on; otherwise as after `end()`.
    init(isEndless: Bool) { limit = Atomic(isEndless ? .max : Self.silenceLimit) }

    /// From now on something is wanted of the recorder.
    package func end() { limit.store(Self.silenceLimit, ordering: .relaxed) }

    /// When a recorder that is asked now has to have answered.
    static var firstAnswer: HostTime { .now + firstAnswerLimit }

    /// Waits for something to be read.
    /// - Returns: false where nothing came for too long.
    func await(_ descriptor: FileDescriptor) -> Bool {
        let start = HostTime.now
        while !Self.isReadable(descriptor, until: .now + 500_000_000) {
            if (HostTime.now - start) / 1_000_000 > limit.load(ordering: .relaxed) { return false }
        }
        return true
    }

    /// Waits for something to be read, or for the end of the stream.
    static func isReadable(_ descriptor: FileDescriptor, until deadline: HostTime) -> Bool {
        var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while true {
            let milliseconds = Int32(clamping: (max(0, deadline - .now) + 999_999) / 1_000_000)
            let count = poll(&polled, 1, milliseconds)
            if count != 0, count > 0 || errno != EINTR { return count > 0 }
            if HostTime.now >= deadline { return false }
        }
    }
}

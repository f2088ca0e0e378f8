import Glibc
package import MediaTime
package import ReplaySources
import SystemPackage

extension ScreenCapture {
    /// How long a change may go on before it is fetched: drawing comes in bursts.
    private static let settling = Duration.milliseconds(2)

    /// Waits until the frame or the pointer in it changed, something happened to the target,
    /// ``isPrivateWindowVisible`` may have, `deadline` has passed or the waker was signalled.
    ///
    /// - Parameter deadline: nil: without end. When it has passed, the pointer is looked for as well, because
    ///   there is no event of it when a program moves it over a window that listens to it.
    /// - Throws: `displayLost`, `requestRefused`.
    package func wait(until deadline: HostTime?) throws(CaptureError) -> ScreenEvent {
        while true {
            if waker.consume() { return .woken }
            try noteEvents()
            if try privacyChanged() { change = change ?? .now }
            if let time = change { return try settle(since: time) }
            if let time = motion {
                if try pointerChanged(since: time) { return .changed(at: time) }
            } else if let deadline, HostTime.now >= deadline {
                guard try pointerChanged() else { return .deadline }
                change = .now
            } else {
                connection.flush()
                let end = [deadline, privateWindows?.deadline].compactMap { $0 }.min()
                Self.sleep(until: end, unlessReadable: [connection.fileDescriptor, waker.descriptor])
            }
        }
    }

    /// Waits as `wait` does, but not for changes: they are known of afterwards. Nothing piles up meanwhile.
    ///
    /// - Throws: `displayLost`, `requestRefused`.
    package func rest(until deadline: HostTime?) throws(CaptureError) {
        isResting = true
        defer { isResting = false }
        buttonEvents = []
        while !waker.consume(), deadline.map({ $0 > .now }) ?? true {
            try noteEvents()
            connection.flush()
            Self.sleep(until: deadline, unlessReadable: [connection.fileDescriptor, waker.descriptor])
        }
    }

    /// Lets a change go on for a moment, and learns when it last did.
    private func settle(since time: HostTime) throws(CaptureError) -> ScreenEvent {
        source.damage?.rearm()
        connection.flush()
        Self.sleep(until: time + Self.settling, unlessReadable: [waker.descriptor])
        try noteEvents()
        return .changed(at: change ?? time)
    }

    /// Lets the pointer move for a moment, and looks whether that is to be seen.
    private func pointerChanged(since time: HostTime) throws(CaptureError) -> Bool {
        Self.sleep(until: time + Self.settling, unlessReadable: [waker.descriptor])
        try noteEvents()
        return try pointerChanged()
    }

    func noteEvents() throws(CaptureError) {
        while let event = try connection.nextEvent() {
            guard let time = try note(event) else { continue }
            change = max(change ?? time, time)
        }
    }

    /// A signal that the program handles ends it no sooner.
    static func sleep(until end: HostTime?, unlessReadable descriptors: [FileDescriptor]) {
        var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        var count: Int32
        repeat {
            count = poll(&polled, nfds_t(polled.count), end.map { ($0 - .now).timeoutMilliseconds } ?? -1)
        } while count < 0 && errno == EINTR
    }
}

import Glibc
package import MediaTime
package import ReplaySources
import SystemPackage

extension ScreenCapture {
    /// The time to wait after a change before it is fetched, because drawing comes in bursts.
    private static let settling = Duration.milliseconds(2)

    /// Waits until the frame, the pointer or the target changes, or until ``isPrivateWindowVisible`` may change. The
    /// deadline and the waker end the wait too.
    ///
    /// - Parameter deadline: The deadline, or nil to wait without one. After the deadline, the pointer's position is
    ///   queried too. If a program moves the pointer over a window that selects motion, no event reports it.
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

    /// Waits like `wait`, but does not end for changes. The changes are reported afterwards, and no events accumulate.
    ///
    /// - Throws: `displayLost`, `requestRefused`.
    package func rest(until deadline: HostTime?) throws(CaptureError) {
        isResting = true
        defer { isResting = false }
        dropInput()
        while !waker.consume(), deadline.map({ $0 > .now }) ?? true {
            try noteEvents()
            connection.flush()
            Self.sleep(until: deadline, unlessReadable: [connection.fileDescriptor, waker.descriptor])
        }
    }

    /// Waits briefly for more changes, and returns the time of the last one.
    private func settle(since time: HostTime) throws(CaptureError) -> ScreenEvent {
        source.damage?.rearm()
        connection.flush()
        Self.sleep(until: time + Self.settling, unlessReadable: [waker.descriptor])
        try noteEvents()
        return .changed(at: change ?? time)
    }

    /// Waits briefly for more motion, then returns true if the pointer has changed in the frame.
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

    /// Sleeps until the time `end` or until a descriptor is readable. A handled signal does not end the sleep.
    static func sleep(until end: HostTime?, unlessReadable descriptors: [FileDescriptor]) {
        var polled = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        var count: Int32
        repeat {
            count = poll(&polled, nfds_t(polled.count), end.map { ($0 - .now).timeoutMilliseconds } ?? -1)
        } while count < 0 && errno == EINTR
    }
}

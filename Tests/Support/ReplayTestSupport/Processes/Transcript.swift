import Foundation
import Synchronization

/// What a program has written so far, read by a thread of its own, so that the program never waits for a reader.
final class Transcript: Sendable {
    private let state = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))
    private let arrival = DispatchSemaphore(value: 0)

    /// Reads a descriptor to its end and closes it.
    init(reading descriptor: Descriptor) {
        let reader = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            // A terminal that nobody has open any more gives EIO.
            while let count = try? buffer.withUnsafeMutableBytes({ try descriptor.number.read(into: $0) }), count > 0 {
                state.withLock { $0.bytes += buffer[..<count] }
                arrival.signal()
            }
            descriptor.close()
            state.withLock { $0.isOver = true }
            arrival.signal()
        }
        reader.start()
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits until all is as wanted. Only one thread may wait.
    ///
    /// - Returns: false when there is no more to come, or the deadline has passed.
    func wait(until deadline: DispatchTime, for isWanted: (_ bytes: [UInt8], _ isOver: Bool) -> Bool) -> Bool {
        while true {
            // Under the lock: bytes that are held elsewhere would be copied whenever more come.
            let (isDone, isOver) = state.withLock { (isWanted($0.bytes, $0.isOver), $0.isOver) }
            if isDone { return true }
            guard !isOver, arrival.wait(timeout: deadline) == .success else { return false }
        }
    }

    /// Waits for the end of what is written.
    func waitForEnd(until deadline: DispatchTime) -> Bool { wait(until: deadline) { $1 } }
}

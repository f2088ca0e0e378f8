import Foundation
import Synchronization

/// The output of a program so far. A separate thread reads it, so that the program never waits for a reader.
final class Transcript: Sendable {
    private let state = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))
    private let arrival = DispatchSemaphore(value: 0)

    /// Reads a descriptor to its end and closes it.
    init(reading descriptor: Descriptor) {
        let reader = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            // A terminal that no process has open any more gives EIO.
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

    /// Waits until `isWanted` is true. Only one thread may wait.
    ///
    /// - Returns: False if the output has ended, or the deadline has passed.
    func wait(until deadline: DispatchTime, for isWanted: (_ bytes: [UInt8], _ isOver: Bool) -> Bool) -> Bool {
        while true {
            // Under the lock, because a second reference to the bytes would cause a copy at each append.
            let (isDone, isOver) = state.withLock { (isWanted($0.bytes, $0.isOver), $0.isOver) }
            if isDone { return true }
            guard !isOver, arrival.wait(timeout: deadline) == .success else { return false }
        }
    }

    /// Waits for the end of the output.
    func waitForEnd(until deadline: DispatchTime) -> Bool { wait(until: deadline) { $1 } }
}

import Descriptors
import Glibc
public import MediaTime

/// A frame of the screen: planar 4:2:0 with 8 bits per sample, BT.709, limited range.
///
/// The pixels are in memory of the broadcast. It gets the memory back when this object is freed, and it has three such
/// buffers in all. A handler that keeps three frames therefore receives no further frame.
///
/// `@unchecked Sendable`: the memory cannot be written to, and only `deinit` unmaps it.
public final class BroadcastFrame: @unchecked Sendable {
    /// A plane of the frame.
    public struct Plane {
        /// The rows of the plane, with padding at the end of each.
        public let bytes: UnsafeRawBufferPointer
        /// The distance from one row to the next, in bytes.
        public let stride: Int
        /// The width in samples.
        public let width: Int
        /// The height in samples.
        public let height: Int

        /// Returns the samples of a row.
        /// - Precondition: The row is in `0..<height`.
        public func row(_ number: Int) -> UnsafeRawBufferPointer {
            precondition((0..<height).contains(number), "outside the plane")
            return UnsafeRawBufferPointer(rebasing: bytes[number * stride..<number * stride + width])
        }
    }

    /// The presentation time, on the recording's clock.
    public let time: MediaTime
    /// The width in pixels.
    public var width: Int { layout.width }
    /// The height in pixels.
    public var height: Int { layout.height }

    private let layout: FrameLayout
    private let memory: UnsafeMutableRawPointer
    private let release: @Sendable (Int) -> Void

    /// Maps a frame's memory. Nil if it does not match the layout.
    /// - Parameter release: Called with the number of the buffer when the frame is freed.
    init?(
        _ layout: FrameLayout, time: MediaTime, file: OwnedDescriptor, release: @escaping @Sendable (Int) -> Void
    ) {
        var status = stat()
        guard layout.isValid, fstat(file.descriptor.rawValue, &status) == 0, Int(status.st_size) >= layout.size,
            let memory = mmap(nil, layout.size, PROT_READ, MAP_SHARED, file.descriptor.rawValue, 0),
            memory != MAP_FAILED
        else { return nil }
        self.time = time
        self.layout = layout
        self.memory = memory
        self.release = release
    }

    deinit {
        munmap(memory, layout.size)
        release(layout.buffer)
    }

    /// Calls `body` with the planes Y, Cb and Cr, which are valid only during the call.
    public func withPlanes<Result>(_ body: ([Plane]) throws -> Result) rethrows -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(
            layout.planes.map { plane in
                let count = plane.stride * (plane.height - 1) + plane.width
                return Plane(
                    bytes: UnsafeRawBufferPointer(start: memory + plane.offset, count: count), stride: plane.stride,
                    width: plane.width, height: plane.height)
            })
    }
}

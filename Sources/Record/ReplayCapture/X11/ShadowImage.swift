import CXCB
import Descriptors
import Geometry
import Glibc
import MediaTime
import ReplaySources

/// A copy of the screen without the cursor: 32-bit pixels (bytes B, G, R, unused), with no gaps between rows.
///
/// If the X server is on this host, the memory is shared with it, and the server writes directly into it.
final class ShadowImage {
    let size: PixelSize
    /// The size in pixels of the scratch area for narrow rectangles. It follows the frame's pixels in memory.
    let scratchPixels: Int
    private let connection: XConnection
    private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    /// The server's ID of the shared memory, or nil if the memory is not shared.
    private let segment: xcb_shm_seg_t?

    /// Creates a black image.
    init(size: PixelSize, connection: XConnection) throws(CaptureError) {
        self.size = size
        self.connection = connection
        scratchPixels = max(size.width, size.width * size.height / 8)
        byteCount = (size.width * size.height + scratchPixels) * 4
        if let shared = try Self.sharedMemory(byteCount: byteCount, on: connection) {
            (memory, segment) = shared
        } else {
            (memory, segment) = (try Self.map(byteCount, flags: MAP_PRIVATE | MAP_ANONYMOUS, descriptor: -1), nil)
        }
    }

    deinit {
        if let segment { xcb_shm_detach(connection.pointer, segment) }
        munmap(memory, byteCount)
    }

    var pixels: UnsafeMutablePointer<UInt32> { memory.assumingMemoryBound(to: UInt32.self) }

    /// The image for conversion.
    var image: FrameImage {
        FrameImage(
            bytes: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), stride: size.width * 4, size: size)
    }

    /// Fills the area outside of `visible` with black. `visible` begins at the origin.
    func blacken(outside visible: PixelRect) {
        for y in 0..<size.height {
            let kept = y < visible.y1 ? visible.x1 : 0
            (pixels + y * size.width + kept).update(repeating: 0, count: size.width - kept)
        }
    }

    /// Fetches the pixels of `plan` from the drawable. `origin` is the frame's origin in the drawable.
    func fetch(
        _ plan: FetchPlan, from drawable: xcb_drawable_t, origin: PixelPoint
    ) throws(CaptureError) {
        for batch in plan.batches {
            if let segment {
                try fetchShared(batch, from: drawable, origin: origin, segment: segment)
            } else {
                for piece in batch { try fetchCopied(piece.rectangle, from: drawable, origin: origin) }
            }
        }
    }

    private func fetchShared(
        _ batch: [FetchPlan.Piece], from drawable: xcb_drawable_t, origin: PixelPoint,
        segment: xcb_shm_seg_t
    ) throws(CaptureError) {
        let cookies = batch.map { piece in
            let rectangle = piece.rectangle.moved(by: origin.x, origin.y)
            return xcb_shm_get_image(
                connection.pointer, drawable, Int16(rectangle.x0), Int16(rectangle.y0), UInt16(rectangle.width),
                UInt16(rectangle.height), .max, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), segment,
                UInt32(offset(of: piece) * 4))
        }
        // Wait for all replies even if one is an error: until then the server may write into the scratch area.
        var failure: CaptureError?
        for cookie in cookies {
            do throws(CaptureError) {
                _ = try connection.reply("an image of the screen", cookie: cookie, receive: xcb_shm_get_image_reply)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        for piece in batch where piece.scratchOffset != nil {
            copy(pixels + offset(of: piece), to: piece.rectangle)
        }
    }

    private func fetchCopied(
        _ rectangle: PixelRect, from drawable: xcb_drawable_t, origin: PixelPoint
    ) throws(CaptureError) {
        let cookie = xcb_get_image(
            connection.pointer, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), drawable,
            Int16(rectangle.x0 + origin.x), Int16(rectangle.y0 + origin.y), UInt16(rectangle.width),
            UInt16(rectangle.height), .max)
        let reply = try connection.reply("an image of the screen", cookie: cookie, receive: xcb_get_image_reply)
        guard Int(xcb_get_image_data_length(reply.pointer)) >= rectangle.area * 4,
            let data = xcb_get_image_data(reply.pointer)
        else {
            throw CaptureError(
                .unsupportedDisplay, reason: "the X display “\(connection.name)” sends images that are too small")
        }
        data.withMemoryRebound(to: UInt32.self, capacity: rectangle.area) { copy($0, to: rectangle) }
    }

    private func offset(of piece: FetchPlan.Piece) -> Int {
        piece.scratchOffset.map { size.width * size.height + $0 } ?? piece.rectangle.y0 * size.width
    }

    private func copy(_ packed: UnsafePointer<UInt32>, to rectangle: PixelRect) {
        for row in 0..<rectangle.height {
            (pixels + (rectangle.y0 + row) * size.width + rectangle.x0)
                .update(from: packed + row * rectangle.width, count: rectangle.width)
        }
    }

    private static func map(
        _ byteCount: Int, flags: Int32, descriptor: Int32
    ) throws(CaptureError) -> UnsafeMutableRawPointer {
        let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            throw CaptureError(
                .outOfResources, reason: "no memory is left for a copy of the screen (\(byteCount) bytes)")
        }
        return memory
    }

    /// Returns memory shared with the server. Nil if the server is remote or does not have MIT-SHM 1.2.
    private static func sharedMemory(
        byteCount: Int, on connection: XConnection
    ) throws(CaptureError) -> (UnsafeMutableRawPointer, xcb_shm_seg_t?)? {
        guard connection.isLocal, connection.extension(cxcb_shm_extension()) != nil else { return nil }
        let version = try connection.reply(
            "MIT-SHM", cookie: xcb_shm_query_version(connection.pointer), receive: xcb_shm_query_version_reply)
        guard (version.body.major_version, version.body.minor_version) >= (1, 2) else { return nil }
        // Without shared memory, the pixels are fetched through the connection.
        guard let file = anonymousFile(), (try? file.descriptor.resize(to: Int64(byteCount))) != nil else { return nil }
        return try attach(file, byteCount: byteCount, connection: connection)
    }

    /// Creates an unlinked file of shared memory, which disappears with this process.
    private static func anonymousFile() -> OwnedDescriptor? {
        let name = "/replay-screen-\(getpid())-\(HostTime.now.nanoseconds)"
        let flags = O_RDWR | O_CREAT | O_EXCL
        guard let file = OwnedDescriptor(SystemCall.retrying { shm_open(name, flags, 0o600) }) else { return nil }
        shm_unlink(name)
        return file
    }

    private static func attach(
        _ file: OwnedDescriptor, byteCount: Int, connection: XConnection
    ) throws(CaptureError) -> (UnsafeMutableRawPointer, xcb_shm_seg_t?)? {
        let memory = try map(byteCount, flags: MAP_SHARED, descriptor: file.descriptor.rawValue)
        let segment = xcb_generate_id(connection.pointer)
        // libxcb closes the descriptor after it has sent it.
        let attached = xcb_shm_attach_fd_checked(connection.pointer, segment, file.descriptor.rawValue, 0)
        file.release()
        do {
            try connection.check("shared memory", cookie: attached)
            return (memory, segment)
        } catch {
            munmap(memory, byteCount)
            if error.code == .requestRefused { return nil }
            throw error
        }
    }
}

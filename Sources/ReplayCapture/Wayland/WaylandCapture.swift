import CPixels
import Glibc
package import MediaTime
import PipeWire
package import ReplaySources
import Synchronization
import SystemPackage

/// Captures what the desktop portal shares: a monitor or a window of a Wayland desktop, with the cursor.
///
/// Frames come in two buffers of shared memory. What changed of each is copied, so that the compositor has its buffer back at
/// once, and converted when the caller asks for it. Used from one thread at a time; what frames change is under a lock, for they come on PipeWire's threads.
package final class WaylandCapture: ScreenCapturing {
    /// A frame of less than this has too little for the encoder.
    private static let minSide = 16
    /// How long the compositor may take for the first frame.
    static let startLimit = Duration.seconds(10)

    package private(set) var size = PixelSize(width: 0, height: 0)
    package let waker: CaptureWaker
    package var isPrivateWindowVisible: Bool { false }

    let session: PortalSession
    let connection: PipeWireConnection
    /// Under the connection's lock.
    private(set) var stream: VideoStream?
    /// The part of what is shared that is captured, in its pixels; nil: all of it.
    private let part: PixelRect?
    private let canvas: PixelSize?
    /// When the compositor is made to paint, if no frame has come by then.
    var repaint: HostTime?
    /// Of all below. Who holds it must not ask for the connection's.
    let lock = Mutex(())
    /// That of the stream.
    var streamSize: PixelSize?
    /// The latest frame; nil: there is no format, or no memory.
    var copy: FrameCopy?
    /// Whether a frame came since the format was agreed on.
    var hasFrame = false
    /// Whether frames come in memory that cannot be read.
    var isUnreadable = false
    var converter: FrameConverter
    var cursor = FrameCursor()
    /// What the planes of the caller lack, in the captured part's coordinates.
    var dirty: DirtyRegion
    /// When what the planes lack was last known to change.
    var change: HostTime?
    var notices: [CaptureNotice] = []
    private var lastUpdate = HostTime(nanoseconds: .min)

    /// Connects to what the portal shares; returns with the first frame there.
    /// - Parameters:
    ///   - part: what of it is captured, in pixels from its top left corner; nil: all of it.
    ///   - canvas: the size of the canvas, even; nil: that of the first frame.
    ///   - maxRate: the most frames per second.
    /// - Throws: `displayLost`, `sharingEnded`, `unsupportedDisplay`, `noSuchTarget`, `outOfResources`.
    package static func open(
        _ session: PortalSession, part: PixelRect? = nil, canvas: PixelSize? = nil, maxRate: Int
    ) throws(CaptureError) -> WaylandCapture {
        let capture = try WaylandCapture(session, part: part, canvas: canvas)
        try capture.begin(maxRate: maxRate)
        return capture
    }

    private init(_ session: PortalSession, part: PixelRect?, canvas: PixelSize?) throws(CaptureError) {
        self.session = session
        self.part = part
        self.canvas = canvas
        waker = try CaptureWaker()
        let socket = try session.openRemote()
        do throws(PipeWireError) { connection = try PipeWireConnection(socket) } catch { throw CaptureError(error) }
        let nothing = PixelSize(width: 2, height: 2)
        converter = FrameConverter(from: nothing, to: nothing)
        dirty = DirtyRegion(bounds: PixelRect(nothing))
    }

    private func begin(maxRate: Int) throws(CaptureError) {
        do throws(PipeWireError) {
            try connection.withLock { () throws(PipeWireError) in
                stream = try VideoStream(
                    session.grant.node, on: connection, hasCursor: session.abilities.hasCursorMetadata,
                    maxRate: maxRate,
                    receiver: self)
            }
        } catch {
            throw CaptureError(error)
        }
        try awaitFirstFrame(until: .now + Self.startLimit)
        guard let frame = lock.withLock({ _ in frameSize }) else { throw noFrame }
        guard min(frame.width, frame.height) >= Self.minSide else {
            throw CaptureError(
                .noSuchTarget,
                "what should be captured has \(frame.width)x\(frame.height) pixels, which is too small: at least "
                    + "\(Self.minSide)x\(Self.minSide) are needed")
        }
        lock.withLock { _ in
            size = canvas ?? frame
            takeWholeFrame()
        }
    }

    /// The size of the captured part, even; nil: there is none.
    var frameSize: PixelSize? {
        guard let streamSize else { return nil }
        let captured = capturedPart(of: streamSize)
        return captured.isEmpty ? nil : PixelSize(width: captured.width, height: captured.height)
    }

    /// With even sides.
    func capturedPart(of size: PixelSize) -> PixelRect {
        let whole = PixelRect(size)
        let taken = part.map { $0.intersection(whole).evenGrown(within: whole) } ?? whole
        return PixelRect(x: taken.x0, y: taken.y0, width: taken.width & ~1, height: taken.height & ~1)
    }

    /// Makes all of the planes due, as after a change of the format.
    func takeWholeFrame() {
        guard let frame = frameSize, size.width > 0, hasFrame else { return }
        converter = FrameConverter(from: frame, to: size)
        dirty = DirtyRegion(bounds: PixelRect(frame))
        dirty.insertEverything()
        change = .now
    }

    package func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int, chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime {
        try receive()
        let planes = pixels_nv12(
            luma: luma, luma_stride: Int64(lumaStride), chroma: chroma, chroma_stride: Int64(chromaStride))
        return lock.withLock { _ in convertChange(into: planes) }
    }

    private func convertChange(into planes: pixels_nv12) -> HostTime {
        let time = change ?? .now
        change = nil
        // Without one the planes stay as they are, until there is one again.
        if hasFrame, let copy {
            convert(copy.image, planes)
            dirty = DirtyRegion(bounds: dirty.bounds)
        }
        lastUpdate = max(time, lastUpdate + .nanoseconds(1))
        return lastUpdate
    }

    private func convert(_ image: FrameImage, _ planes: pixels_nv12) {
        _ = converter.convert(dirty, of: image, into: planes)
        guard dirty.intersects(cursor.frame) else { return }
        // The cursor covers a little of it, which is converted once more.
        let part = converter.read(for: cursor.frame)
        guard !part.isEmpty else { return }
        var covered = DirtyRegion(bounds: dirty.bounds)
        covered.insert(cursor.frame)
        cursor.drawn(over: image, in: part).withUnsafeBytes { drawn in
            guard let start = drawn.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            // Only `part` of it is read.
            let stride = part.width * 4
            let origin = start - part.y0 * stride - part.x0 * 4
            _ = converter.convert(
                covered, of: FrameImage(bytes: origin, stride: stride, size: image.size), into: planes)
        }
    }

    package var pointerPlace: PixelPoint? {
        lock.withLock { _ in
            guard let place = cursor.place, dirty.bounds.contains(place) else { return nil }
            return converter.canvasPoint(of: place)
        }
    }

    package func takeNotices() -> [CaptureNotice] {
        lock.withLock { _ in
            defer { notices = [] }
            return notices
        }
    }

    /// None: a Wayland desktop tells nobody of them.
    package func takeButtonEvents() -> [ButtonEvent] { [] }
    package func dropButtonEvents() {}
}

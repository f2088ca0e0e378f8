import CPixels
package import Geometry
package import MediaTime
import PipeWire
package import PointerShapes
package import ReplaySources

/// A capture of the desktop portal's shared source: a monitor or a window of a Wayland desktop.
///
/// Frames arrive in three buffers of shared memory. The latest frame is kept until the next one has arrived. When the
/// caller asks, the changed parts are converted directly from the compositor's memory. Use it from one thread at a time.
package final class WaylandCapture: ScreenCapturing {
    /// The minimum width and height of a frame. A smaller frame is too small for the encoder.
    private static let minSide = 16
    /// The maximum time until the first frame.
    static let startLimit = Duration.seconds(10)

    package private(set) var size = PixelSize(width: 0, height: 0)
    package let waker: CaptureWaker
    package var isPrivateWindowVisible: Bool { false }

    let session: PortalSession
    let connection: PipeWireConnection
    /// The stream, guarded by the connection's lock.
    private(set) var stream: VideoStream?
    let frames: SharedFrames
    /// The time at which the compositor is made to paint if no frame has arrived.
    var repaint: HostTime?

    /// Connects to the shared source and waits for its first frame.
    /// - Parameters:
    ///   - part: The part to capture, in pixels from the top left corner. Nil captures all of it.
    ///   - canvas: The size of the canvas, with even numbers. Nil uses the size of the first frame.
    ///   - maxRate: The maximum number of frames per second.
    ///   - pointer: The way in which the pointer is captured.
    /// - Throws: `displayLost`, `sharingEnded`, `unsupportedDisplay`, `noSuchTarget`, `outOfResources`.
    package static func open(
        _ session: PortalSession, part: PixelRect? = nil, canvas: PixelSize? = nil, maxRate: Int,
        pointer: PointerCapture = .inFrames
    ) throws(CaptureError) -> WaylandCapture {
        let capture = try WaylandCapture(session, part: part, pointer: pointer)
        try capture.begin(canvas: canvas, maxRate: maxRate)
        return capture
    }

    private init(_ session: PortalSession, part: PixelRect?, pointer: PointerCapture) throws(CaptureError) {
        self.session = session
        frames = SharedFrames(SharedFrame(of: part, pointer: pointer))
        waker = try CaptureWaker()
        let socket = try session.openRemote()
        do throws(PipeWireError) { connection = try PipeWireConnection(socket) } catch { throw CaptureError(error) }
    }

    private func begin(canvas: PixelSize?, maxRate: Int) throws(CaptureError) {
        do throws(PipeWireError) {
            try connection.withLock { () throws(PipeWireError) in
                stream = try VideoStream(
                    session.grant.node, on: connection, hasCursor: session.abilities.hasCursorMetadata,
                    maxRate: maxRate, receiver: frames)
            }
        } catch {
            throw CaptureError(error)
        }
        try awaitFirstFrame(until: .now + Self.startLimit)
        guard let frame = frames.withLock({ $0.size }) else { throw noFrame }
        guard min(frame.width, frame.height) >= Self.minSide else {
            throw CaptureError(
                .noSuchTarget,
                reason: "the area to record has \(frame.width)x\(frame.height) pixels, which is too small: at least "
                    + "\(Self.minSide)x\(Self.minSide) are required")
        }
        let canvas = canvas ?? frame
        size = canvas
        frames.withLock { $0.fit(into: canvas) }
    }

    package func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int, chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime {
        try receive()
        let planes = pixels_nv12(
            luma: luma, luma_stride: Int64(lumaStride), chroma: chroma, chroma_stride: Int64(chromaStride))
        return frames.withLock { $0.convertChange(into: planes) }
    }

    package var changedArea: PixelRect? { frames.withLock { $0.changedArea } }

    package var pointerPlace: PixelPoint? { frames.withLock { $0.pointerPlace } }

    package var pointerShape: PointerShape? { frames.withLock { $0.pointerShape } }

    package var pointerScale: Double { frames.withLock { $0.pointerScale } }

    package func takeNotices() -> [CaptureNotice] { frames.withLock { $0.takeNotices() } }

    /// Returns no events, because Wayland desktops do not report buttons to other programs.
    package func takeButtonEvents() -> [ButtonEvent] { [] }
    /// Returns no shortcuts, because Wayland desktops do not report keys to other programs.
    package func takeKeyPresses() -> [KeyPress] { [] }
    package func dropInput() {}
}

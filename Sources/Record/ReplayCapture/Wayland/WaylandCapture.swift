import CPixels
package import Geometry
package import MediaTime
import PipeWire
package import ReplaySources

/// Captures what the desktop portal shares: a monitor or a window of a Wayland desktop, with the cursor.
///
/// Frames come in three buffers of shared memory. The latest is kept until the next has come, and what changed is converted from
/// where the compositor wrote it when the caller asks for it. Used from one thread at a time.
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
    let frames: SharedFrames
    /// When the compositor is made to paint, if no frame has come by then.
    var repaint: HostTime?

    /// Connects to what the portal shares; returns with the first frame there.
    /// - Parameters:
    ///   - part: what of it is captured, in pixels from its top left corner; nil: all of it.
    ///   - canvas: the size of the canvas, even; nil: that of the first frame.
    ///   - maxRate: the most frames per second.
    ///   - showsCursor: True if the cursor is drawn over the frame.
    /// - Throws: `displayLost`, `sharingEnded`, `unsupportedDisplay`, `noSuchTarget`, `outOfResources`.
    package static func open(
        _ session: PortalSession, part: PixelRect? = nil, canvas: PixelSize? = nil, maxRate: Int,
        showsCursor: Bool = true
    ) throws(CaptureError) -> WaylandCapture {
        let capture = try WaylandCapture(session, part: part, showsCursor: showsCursor)
        try capture.begin(canvas: canvas, maxRate: maxRate)
        return capture
    }

    private init(_ session: PortalSession, part: PixelRect?, showsCursor: Bool) throws(CaptureError) {
        self.session = session
        frames = SharedFrames(SharedFrame(of: part, showsCursor: showsCursor))
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
                "what should be captured has \(frame.width)x\(frame.height) pixels, which is too small: at least "
                    + "\(Self.minSide)x\(Self.minSide) are needed")
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

    package var pointerPlace: PixelPoint? { frames.withLock { $0.pointerPlace } }

    package func takeNotices() -> [CaptureNotice] { frames.withLock { $0.takeNotices() } }

    /// None: a Wayland desktop tells nobody of them.
    package func takeButtonEvents() -> [ButtonEvent] { [] }
    package func dropButtonEvents() {}
}

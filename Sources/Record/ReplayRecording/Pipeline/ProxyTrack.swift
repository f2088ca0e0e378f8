import CPixels
import FFmpeg
import Geometry
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The proxy while it is recorded: frames of the video track, made small, each a keyframe, for a preview that seeks.
///
/// Used from the video track's thread. An error ends it, and nothing but it.
final class ProxyTrack {
    /// The place of its packets among those of the movie's tracks.
    static let streamIndex = -1

    /// For the writer.
    let track: MovieTrack
    private let small: PixelBuffer
    private let encoder: Encoder
    private let queue: PacketQueue
    private var sums: [UInt32]
    private var pacer = ProxyPacer()
    private var waiting: (image: PixelBuffer, pts: Int64, duration: Int64)?
    /// The frame that `small` was made of, as long as it has not been painted again.
    private var shrunk: PixelBuffer?
    private var hasFailed = false

    /// - Parameter frame: one of the frames that will come, for their size and colours.
    init(of image: PixelBuffer, queue: PacketQueue) throws(FFmpegError) {
        let size = Self.size(for: PixelSize(width: image.width, height: image.height))
        small = try PixelBuffer(width: size.width, height: size.height, colours: image.colours)
        sums = Array(repeating: 0, count: image.width + 8)
        self.queue = queue
        encoder = try Encoder.video(
            .proxy(
                width: small.width, height: small.height, pixelFormat: .nv12, colours: small.colours,
                timeBase: .oneOver(VideoTrack.timescale)))
        track = MovieTrack(
            parameters: encoder.parameters, timeBase: .oneOver(VideoTrack.timescale), title: "Proxy")
    }

    /// The size of the proxy of frames of a size; even.
    static func size(for image: PixelSize) -> PixelSize {
        guard image.width > Recording.proxyWidth else { return image }
        let width = Recording.proxyWidth
        let height = (image.height * width + image.width) / (2 * image.width) * 2
        return PixelSize(width: width, height: min(image.height, max(2, height)))
    }

    /// When the frame that waits is to be sent; nil: none does.
    var deadline: HostTime? { pacer.deadline }

    /// Takes a frame of the movie, which is encoded now or waits; it must not be painted before
    /// `frameWillChange(_:)` has been called.
    /// - Parameter duration: how long it lasts at least, in ticks.
    func append(_ image: PixelBuffer, pts: Int64, duration: Int64, at time: HostTime) {
        waiting = (image, pts, duration)
        if pacer.offer(at: time) { sendWaiting() }
    }

    /// Sends the frame that waits, if any.
    func flush(at now: HostTime) {
        guard waiting != nil else { return }
        pacer.send(at: now)
        sendWaiting()
    }

    /// The frame is about to be painted. What waits of it is surplus, for another follows at its time or soon after.
    func frameWillChange(_ image: PixelBuffer) {
        if shrunk === image { shrunk = nil }
        guard waiting?.image === image else { return }
        waiting = nil
        pacer.drop()
    }

    private func sendWaiting() {
        guard let (image, pts, duration) = waiting, !hasFailed else { return }
        waiting = nil
        shrink(image)
        do {
            var packets = encoder.packets(of: try small.frame(pts: pts, isKeyframe: true))
            while let packet = try packets.next() { take(packet, duration) }
        } catch {
            hasFailed = true
        }
    }

    private func take(_ packet: Packet, _ duration: Int64) {
        var packet = packet
        packet.streamIndex = Self.streamIndex
        packet.duration = duration
        queue.append([packet])
    }

    private func shrink(_ image: PixelBuffer) {
        guard shrunk !== image, let from = image.planes, let to = small.planes else { return }
        pixels_shrink(from, image.size, to, small.size, &sums)
        shrunk = image
    }
}

extension PixelBuffer {
    fileprivate var planes: pixels_nv12? {
        guard let luma, let chroma else { return nil }
        return pixels_nv12(
            luma: luma, luma_stride: Int64(lumaStride), chroma: chroma, chroma_stride: Int64(chromaStride))
    }

    fileprivate var size: pixels_size { pixels_size(width: Int32(width), height: Int32(height)) }
}

import CPixels
import FFmpeg
import Geometry
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The proxy during recording: the video track's frames, scaled down, each a keyframe, for a preview that seeks.
///
/// Use it from the video track's thread. An error ends only the proxy.
final class ProxyTrack {
    /// The stream index of its packets, outside the range of the movie's tracks.
    static let streamIndex = -1

    /// The track's description for the writer.
    let track: MovieTrack
    private let small: PixelBuffer
    private let encoder: Encoder
    private let queue: PacketQueue
    private var sums: [UInt32]
    private var pacer = ProxyPacer()
    private var waiting: (image: PixelBuffer, pts: Int64, duration: Int64)?
    /// The frame from which `small` was made, or nil after that frame was painted again.
    private var shrunk: PixelBuffer?
    private var hasFailed = false

    /// - Parameter image: A frame with the size and colours of the coming frames.
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

    /// Returns the size of the proxy for frames of a size. Width and height are even.
    static func size(for image: PixelSize) -> PixelSize {
        guard image.width > Recording.proxyWidth else { return image }
        let width = Recording.proxyWidth
        let height = (image.height * width + image.width) / (2 * image.width) * 2
        return PixelSize(width: width, height: min(image.height, max(2, height)))
    }

    /// The time at which the waiting frame is sent, or nil if none waits.
    var deadline: HostTime? { pacer.deadline }

    /// Takes a frame of the movie, which is encoded now or waits. Call `frameWillChange(_:)` before you paint it again.
    /// - Parameter duration: The minimum duration of the frame, in ticks.
    func append(_ image: PixelBuffer, pts: Int64, duration: Int64, at time: HostTime) {
        waiting = (image, pts, duration)
        if pacer.offer(at: time) { sendWaiting() }
    }

    /// Sends the waiting frame, if any.
    func flush(at now: HostTime) {
        guard waiting != nil else { return }
        pacer.send(at: now)
        sendWaiting()
    }

    /// Prepares for a change of the frame's pixels. Drops the waiting frame if it has these pixels, because another
    /// frame follows soon.
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
            while let packet = try packets.next() { take(packet, duration: duration) }
        } catch {
            hasFailed = true
        }
    }

    private func take(_ packet: Packet, duration: Int64) {
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

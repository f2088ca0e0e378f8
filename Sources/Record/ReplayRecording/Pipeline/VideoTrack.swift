package import FFmpeg
package import MediaTime
import Synchronization

/// The video track while it is recorded: one frame that is painted again and again, and its encoder.
///
/// Used from one thread; the counts may be read from any.
package final class VideoTrack {
    /// What is counted, for the status.
    package final class Counts: Sendable {
        fileprivate let framesAtomic = Atomic<Int>(0)
        fileprivate let droppedAtomic = Atomic<Int>(0)
        fileprivate let lastFrameAtomic = Atomic<Int64>(0)

        /// Frames in the movie.
        package var frames: Int { framesAtomic.load(ordering: .relaxed) }
        /// Frames that were left out because the disk could not keep up.
        package var dropped: Int { droppedAtomic.load(ordering: .relaxed) }
        /// When the last frame came; nil before the first.
        package var lastFrame: HostTime? {
            let time = lastFrameAtomic.load(ordering: .relaxed)
            return time == 0 ? nil : HostTime(nanoseconds: time)
        }
    }

    /// Ticks a second of the movie's clock.
    package static let timescale: Int32 = 90_000

    package let image: PixelBuffer
    package let parameters: CodecParameters
    package let counts = Counts()
    private let encoder: Encoder
    private let queue: PacketQueue
    private let streamIndex: Int
    private let frameDuration: Int64
    /// How long a frame lasts at least: FFmpeg moves the time of a fragment's first one to where the last one of the
    /// fragment before ends, if that is later.
    private var packetDuration: Int64
    private var pacer: FramePacer
    private let control: SessionControl
    /// The least time that the next frame may have: where the last one ends at the earliest.
    private var nextPTS: Int64 = 0
    /// Gets the track's frames as well.
    var proxy: ProxyTrack?

    /// - Parameters:
    ///   - width: in pixels, even.
    ///   - height: in pixels, even.
    ///   - framesPerSecond: the ceiling, 1...240.
    ///   - streamIndex: the track's place in the movie.
    ///   - quantizer: x264's, 0 (lossless) ... 51.
    package init(
        width: Int, height: Int, framesPerSecond: Int, link: SessionLink, streamIndex: Int = 0, quantizer: Int = 21,
        colours: ColourSpace = .bt709
    ) throws(FFmpegError) {
        image = try PixelBuffer(width: width, height: height, colours: colours)
        self.streamIndex = streamIndex
        var settings = VideoEncoderSettings.recording(
            width: width, height: height, timeBase: .oneOver(Self.timescale), quantizer: quantizer,
            level: H264Level.lowest(width: width, height: height, framesPerSecond: framesPerSecond))
        settings.pixelFormat = .nv12
        settings.colours = colours
        encoder = try Encoder.video(settings)
        parameters = encoder.parameters
        queue = link.queue
        control = link.control
        frameDuration = Int64(Self.timescale) / Int64(framesPerSecond)
        packetDuration = frameDuration / 4
        pacer = FramePacer(framesPerSecond: framesPerSecond)
    }

    /// The earliest instant at which another frame may be taken; nil before the first.
    package var earliest: HostTime? { pacer.earliest }

    /// When the frame is sent again if it has not changed by then; nil before the first.
    package var repeatDeadline: HostTime? { pacer.repeatDeadline }

    /// The earlier of that and the instant at which `keepUp(at:)` has something for the proxy.
    package var nextDeadline: HostTime? { [repeatDeadline, proxy?.deadline].compactMap(\.self).min() }

    /// To be called before the frame is painted, where the track has a proxy.
    package func frameWillChange() { proxy?.frameWillChange(image) }

    /// Sends to the proxy what waits for it.
    package func flushProxy() { proxy?.flush(at: .now) }

    /// Sends `image`, which was sent last, again where that is due, and to the proxy what waits for it.
    package func keepUp(at now: HostTime, with image: PixelBuffer? = nil) throws(FFmpegError) {
        if let due = repeatDeadline, due <= now {
            try encode(image ?? self.image, at: now)
        } else if let due = proxy?.deadline, due <= now {
            proxy?.flush(at: now)
        }
    }

    /// Encodes the frame as it is now, as what was on the screen at `time`.
    package func encode(at time: HostTime) throws(FFmpegError) { try encode(image, at: time) }

    /// Encodes another frame in place of the track's own, of the same size.
    package func encode(_ image: PixelBuffer, at time: HostTime) throws(FFmpegError) {
        counts.lastFrameAtomic.store(HostTime.now.nanoseconds, ordering: .relaxed)
        // The movie holds no frame beyond the end that was asked for.
        if control.current?.isOver(at: time) == true { return pacer.skip(at: time) }
        guard !queue.isFull else {
            counts.droppedAtomic.add(1, ordering: .relaxed)
            return pacer.skip(at: time)
        }
        let isKeyframe = pacer.take(at: time)
        try encode(image, pts: max(nextPTS, ticks(at: time)), isKeyframe: isKeyframe, at: time)
    }

    /// Sends the frame again wherever a keyframe is due before `time`.
    package func repeatFrame(until time: HostTime) throws(FFmpegError) {
        while let due = repeatDeadline, due < time { try encode(at: due) }
    }

    /// Carries `image`, by default the track's own, to the movie's end: a last frame that ends then.
    package func end(at time: HostTime, with image: PixelBuffer? = nil) throws(FFmpegError) {
        let end = ticks(at: time)
        let pts = max(nextPTS, end - frameDuration)
        if pts < end {
            packetDuration = end - pts
            try encode(image ?? self.image, pts: pts, isKeyframe: false, at: time)
        }
        proxy?.flush(at: time)
        try encode(nil)
    }

    private func encode(
        _ image: PixelBuffer, pts: Int64, isKeyframe: Bool, at time: HostTime
    ) throws(FFmpegError) {
        nextPTS = pts + packetDuration
        try encode(try image.frame(pts: pts, isKeyframe: isKeyframe))
        proxy?.append(image, pts: pts, duration: packetDuration, at: time)
    }

    private func encode(_ frame: Frame?) throws(FFmpegError) {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { take(packet) }
    }

    private func take(_ packet: Packet) {
        var packet = packet
        packet.streamIndex = streamIndex
        packet.duration = packetDuration
        if queue.append([packet]) {
            counts.framesAtomic.add(1, ordering: .relaxed)
        } else {
            counts.droppedAtomic.add(1, ordering: .relaxed)
        }
    }

    private func ticks(at time: HostTime) -> Int64 {
        max(0, control.current?.clock.ticks(at: time, timescale: Self.timescale) ?? 0)
    }
}

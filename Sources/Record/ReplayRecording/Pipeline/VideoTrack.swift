package import FFmpeg
package import MediaTime
import Synchronization

/// The video track during recording: one frame that is painted repeatedly, and its encoder.
///
/// Use it from one thread. Other threads may read the counts.
package final class VideoTrack {
    /// The counts for the status.
    package final class Counts: Sendable {
        fileprivate let framesAtomic = Atomic<Int>(0)
        fileprivate let droppedAtomic = Atomic<Int>(0)
        fileprivate let lastFrameAtomic = Atomic<Int64>(0)

        /// The number of frames in the movie.
        package var frames: Int { framesAtomic.load(ordering: .relaxed) }
        /// The number of frames that were dropped because the disk was too slow.
        package var dropped: Int { droppedAtomic.load(ordering: .relaxed) }
        /// The time of the last frame, or nil before the first one.
        package var lastFrame: HostTime? {
            let time = lastFrameAtomic.load(ordering: .relaxed)
            return time == 0 ? nil : HostTime(nanoseconds: time)
        }
    }

    /// The ticks per second of the movie's clock.
    package static let timescale: Int32 = 90_000

    package let image: PixelBuffer
    package let parameters: CodecParameters
    package let counts = Counts()
    private let encoder: Encoder
    private let queue: PacketQueue
    private let streamIndex: Int
    private let frameDuration: Int64
    /// The duration of each packet, in ticks, shorter than a frame's. FFmpeg delays the first frame of a fragment to
    /// the end of the previous fragment's last packet, if that end is later.
    private var packetDuration: Int64
    private var pacer: FramePacer
    private let control: SessionControl
    /// The earliest time of the next frame, in ticks: the end of the last packet.
    private var nextPTS: Int64 = 0
    /// The proxy, which also receives the track's frames.
    var proxy: ProxyTrack?

    /// - Parameters:
    ///   - width: The width in pixels, even.
    ///   - height: The height in pixels, even.
    ///   - framesPerSecond: The maximum frame rate, in 1...240.
    ///   - streamIndex: The index of the track in the movie.
    ///   - quantizer: The quantizer of x264, from 0 (lossless) to 51.
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

    /// The earliest time of the next frame, or nil before the first one.
    package var earliest: HostTime? { pacer.earliest }

    /// The time at which an unchanged frame is sent again, or nil before the first one.
    package var repeatDeadline: HostTime? { pacer.repeatDeadline }

    /// The time of the next work for `keepUp(at:)`: a repeated frame, or the proxy's waiting frame.
    package var nextDeadline: HostTime? { [repeatDeadline, proxy?.deadline].compactMap(\.self).min() }

    /// Prepares the proxy, if any, for a change of the frame. Call it before you paint.
    package func frameWillChange() { proxy?.frameWillChange(image) }

    /// Sends the proxy's waiting frame.
    package func flushProxy() { proxy?.flush(at: .now) }

    /// Repeats the last frame if that is due, with `image` as its pixels. Otherwise sends the proxy's waiting frame if
    /// that is due.
    package func keepUp(at now: HostTime, with image: PixelBuffer? = nil) throws(FFmpegError) {
        if let due = repeatDeadline, due <= now {
            try encode(image ?? self.image, at: now)
        } else if let due = proxy?.deadline, due <= now {
            proxy?.flush(at: now)
        }
    }

    /// Encodes the frame with its current pixels, which were on the screen at `time`.
    package func encode(at time: HostTime) throws(FFmpegError) { try encode(image, at: time) }

    /// Encodes another frame of the same size instead of the track's own.
    package func encode(_ image: PixelBuffer, at time: HostTime) throws(FFmpegError) {
        counts.lastFrameAtomic.store(HostTime.now.nanoseconds, ordering: .relaxed)
        // The movie contains no frame after the requested end.
        if control.current?.isOver(at: time) == true { return pacer.skip(at: time) }
        guard !queue.isFull else {
            counts.droppedAtomic.add(1, ordering: .relaxed)
            return pacer.skip(at: time)
        }
        let isKeyframe = pacer.take(at: time)
        try encode(image, pts: max(nextPTS, ticks(at: time)), isKeyframe: isKeyframe, at: time)
    }

    /// Repeats the frame at each time before `time` at which a keyframe is due.
    package func repeatFrame(until time: HostTime) throws(FFmpegError) {
        while let due = repeatDeadline, due < time { try encode(at: due) }
    }

    /// Extends `image`, by default the track's own frame, to the movie's end with a last frame that ends there.
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

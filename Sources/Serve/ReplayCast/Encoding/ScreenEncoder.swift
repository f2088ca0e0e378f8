import FFmpeg
import MediaTime
import ReplayBroadcast

/// An encoder of the screen for a target with limits: a constant frame rate, a limited bit rate, and a keyframe every two
/// seconds. A frame is repeated until the next one. Use it from one thread.
final class ScreenEncoder {
    private let decoder: Decoder
    private let scaler: FrameScaler
    private let buffer: PixelBuffer
    private let encoder: Encoder
    private let source: StreamInfo
    /// The number of the next frame of the constant rate, which has times from the first frame on.
    private var next: Int64 = 0
    private var origin: MediaTime?
    private var isPainted = false

    /// The frame rate if the target has no limit, in frames per second.
    private static let usualRate = 60
    /// The bit rate if the target has no limit, in bits per second, for 1920x1080 at 60 frames per second.
    private static let usualBitRate = 8_000_000

    /// The encoder's stream in place of the screen's.
    let stream: StreamInfo
    /// The bit rate at the start, in bits per second.
    let bitRate: Int

    /// - Throws: `FFmpegError`.
    init(_ source: StreamInfo, limits: BroadcastService.Limits) throws(FFmpegError) {
        let (width, height) = Self.size(of: source, limits: limits)
        let rate = Int32(clamping: min(max(limits.framesPerSecond ?? Self.usualRate, 1), 120))
        self.source = source
        bitRate =
            limits.bitRate
            ?? max(BitRateControl.least, Self.usualBitRate * width * height / (1920 * 1080))
        decoder = try Decoder.open(source.parameters, timeBase: source.timeBase)
        buffer = try PixelBuffer(width: width, height: height)
        scaler = FrameScaler(into: buffer)
        var settings = VideoEncoderSettings(
            width: width, height: height, timeBase: .oneOver(rate),
            keyframeInterval: Int(rate) * min(max(limits.keyframeSeconds ?? 2, 1), 2), threads: 2,
            options: [
                "preset": "veryfast", "tune": "zerolatency", "maxrate": String(bitRate), "bufsize": String(bitRate),
                "forced-idr": "1", "x264-params": "scenecut=0:open-gop=0",
            ])
        (settings.pixelFormat, settings.bitRate) = (.nv12, bitRate)
        settings.frameRate = Rational(Int64(rate), 1)
        encoder = try Encoder.video(settings)
        stream = source.encoded(as: encoder.parameters, timeBase: encoder.timeBase)
    }

    /// Returns the size within the limits with the aspect ratio of the screen. Both numbers are even.
    static func size(
        of source: StreamInfo, limits: BroadcastService.Limits
    ) -> (width: Int, height: Int) {
        let (width, height) = (source.parameters.width, source.parameters.height)
        let (long, short) = (limits.width ?? .max, limits.height ?? .max)
        let (maxWidth, maxHeight) = width >= height ? (long, short) : (short, long)
        let scale = min(1, Double(maxWidth) / Double(width), Double(maxHeight) / Double(height))
        func even(_ length: Int) -> Int { max(2, Int(saturating: (Double(length) * scale / 2).rounded(.down)) * 2) }
        return (even(width), even(height))
    }

    /// Encodes what is shown before a packet of the screen, which is then shown itself.
    func packets(until packet: Packet) throws -> [Packet] {
        let time = MediaTime(ticks: packet.pts ?? 0, in: source.timeBase) ?? .zero
        let packets = try packets(until: time)
        var frames = decoder.frames(of: packet)
        while let frame = try frames.next() {
            try scaler.paint(frame)
            isPainted = true
        }
        if origin == nil { origin = time }
        return packets
    }

    /// Repeats the last frame up to a time, because no frame before it will come.
    func packets(until time: MediaTime) throws -> [Packet] {
        guard let origin, isPainted else { return [] }
        var packets: [Packet] = []
        while MediaTime(ticks: next, in: encoder.timeBase).map({ origin + $0 < time }) ?? false {
            var made = encoder.packets(of: try buffer.frame(pts: next, isKeyframe: false))
            while let packet = try made.next() { packets.append(placed(packet)) }
            next += 1
        }
        return packets
    }

    /// Returns the packet with its time in the movie, in ticks of the encoder.
    private func placed(_ packet: Packet) -> Packet {
        let start = origin?.ticks(in: encoder.timeBase, rounding: .nearest) ?? 0
        var placed = packet.moved(by: start)
        placed.streamIndex = source.index
        if placed.duration == 0 { placed.duration = 1 }
        return placed
    }

    /// Changes the bit rate, in bits per second.
    func setBitRate(_ rate: Int) { encoder.setBitRate(rate) }
}

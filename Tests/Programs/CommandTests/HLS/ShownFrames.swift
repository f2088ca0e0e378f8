import Foundation
import ReplayTestSupport
import Testing

/// The frames that another reader finds in a movie or an HLS folder. Each has its time, and the MD5 of its bytes as YUV
/// 4:2:0.
struct ShownFrames: Equatable {
    struct Frame: Equatable, CustomStringConvertible {
        /// The presentation time, in ticks of 1/90000 s.
        let time: Int64
        let hash: String

        var description: String { "\(time) \(hash)" }
    }

    let frames: [Frame]

    static let timescale: Int64 = 90_000

    /// Reads an MP4 file with ffmpeg.
    static func ffmpeg(_ path: String) throws -> ShownFrames { try ffmpeg(path, stream: "v:0") }

    /// Reads one variant with ffmpeg’s HLS demuxer.
    static func ffmpeg(_ folder: HLSFolder, variant: HLSFolder.Variant) throws -> ShownFrames {
        let place = folder.variants.filter { $0.size.count == 2 }.firstIndex(of: variant) ?? 0
        return try ffmpeg(folder.path + "/main.m3u8", stream: "v:\(place)")
    }

    private static func ffmpeg(_ path: String, stream: String) throws -> ShownFrames {
        let data = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-copyts", "-i", path, "-map", "0:\(stream)", "-fps_mode",
            "passthrough", "-enc_time_base", "-1", "-pix_fmt", "yuv420p", "-f", "framemd5", "pipe:1",
        ])
        return ShownFrames(frameHashes: String(decoding: data, as: UTF8.self))
    }

    /// Parses the output of the muxer “framemd5”: the stream, decoding and presentation time in ticks, duration, bytes,
    /// MD5.
    init(frameHashes text: String) {
        var (numerator, denominator): (Int64, Int64) = (1, Self.timescale)
        var frames: [Frame] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#tb 0: ") {
                let parts = line.dropFirst(7).split(separator: "/").compactMap { Int64($0) }
                if parts.count == 2 { (numerator, denominator) = (parts[0], parts[1]) }
            }
            let fields = line.split { $0 == "," || $0 == " " }
            guard !line.hasPrefix("#"), fields.count == 6, let ticks = Int64(fields[2]) else { continue }
            let time = (ticks * numerator * Self.timescale * 2 / denominator + 1) / 2
            frames.append(Frame(time: time, hash: String(fields[5])))
        }
        self.frames = frames
    }

    /// Reads the variant with GStreamer's `hlsdemux`, which selects it by the variant's bandwidth in bits per second.
    static func gstreamer(_ folder: HLSFolder, variant: HLSFolder.Variant, hasAudio: Bool) throws -> ShownFrames {
        let address = URL(fileURLWithPath: folder.path + "/main.m3u8").absoluteString
        let frames = "d. ! queue ! videoconvert ! video/x-raw,format=I420 ! checksumsink hash=md5"
        let audio = hasAudio ? " d. ! queue ! audioconvert ! audio/x-raw,format=S16LE ! fakesink sync=false" : ""
        let arguments =
            "gst-launch-1.0 -q uridecodebin uri=\(address) connection-speed=\(variant.bandwidth / 1000 + 1) name=d "
            + frames + audio
        let data = try ChildProcess.tool(arguments.split(separator: " ").map(String.init))
        return ShownFrames(checksums: String(decoding: data, as: UTF8.self))
    }

    /// Parses the output of the element “checksumsink”: the time as 0:00:00.000000000, and the hash.
    init(checksums text: String) {
        frames = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            let parts = (fields.first ?? "").split { $0 == ":" || $0 == "." }.compactMap { Int64($0) }
            guard fields.count == 2, parts.count == 4 else { return nil }
            let nanoseconds = ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000_000_000 + parts[3]
            return Frame(time: (nanoseconds * 9 + 50_000) / 100_000, hash: String(fields[1]))
        }
    }

    /// Expects the same frames, at times that differ by at most `ticks`.
    func expectSame(
        as others: ShownFrames, within ticks: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let first = zip(frames, others.frames).first { $0.hash != $1.hash || abs($0.time - $1.time) > ticks }
        let isSame = first == nil && frames.count == others.frames.count
        let difference = first.map { "; \($0), wanted \($1)" } ?? ""
        #expect(
            isSame, "\(frames.count) frames, wanted \(others.frames.count)\(difference)",
            sourceLocation: sourceLocation)
    }
}

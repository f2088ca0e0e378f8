import Foundation
import MediaTime
import ReplayTestSupport

/// A packet of a movie's frames, as ffprobe shows it.
struct PacketFacts: Decodable {
    /// In ticks.
    let pts: Int64
    /// In ticks.
    let dts: Int64
    /// In ticks; nil where the file does not say.
    let duration: Int64?
    let flags: String
    /// Of its bytes.
    let hash: String
    /// In bytes, as ffprobe writes it.
    private let size: String

    /// Whether it holds no more than that the frame before is shown on: with another frame number it equals others of those.
    var isRepetition: Bool { (Int(size) ?? 0) <= 32 }

    var isKeyframe: Bool { flags.hasPrefix("K") }

    enum CodingKeys: String, CodingKey {
        case pts, dts, duration, flags, size
        case hash = "data_hash"
    }

    private struct Answer: Decodable { let packets: [PacketFacts] }

    /// The packets of a movie's frames, in decoding order.
    static func frames(of path: String) throws -> [PacketFacts] { try packets(of: path, stream: "v:0") }

    /// Those of its audio.
    static func audio(of path: String) throws -> [PacketFacts] { try packets(of: path, stream: "a:0") }

    /// Those of a stream, as ffmpeg names it.
    static func packets(of path: String, stream: String) throws -> [PacketFacts] {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe(reading: path), "-v", "error", "-select_streams", stream, "-show_data_hash", "md5",
            "-show_entries",
            "packet=pts,dts,duration,flags,size,data_hash", "-of", "json", path,
        ])
        return try JSONDecoder().decode(Answer.self, from: data).packets
    }
}

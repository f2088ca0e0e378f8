import Foundation
import MediaTime
import ReplayTestSupport

/// A packet of a movie, as ffprobe shows it.
struct PacketFacts: Decodable {
    /// The presentation time, in ticks.
    let pts: Int64
    /// The decoding time, in ticks.
    let dts: Int64
    /// The duration, in ticks; nil if the file has none.
    let duration: Int64?
    let flags: String
    /// The hash of the packet's bytes.
    let hash: String
    /// The size in bytes, as ffprobe writes it.
    private let size: String

    /// True if the packet only repeats the previous frame. Such packets are equal except for their frame number.
    var isRepetition: Bool { (Int(size) ?? 0) <= 32 }

    var isKeyframe: Bool { flags.hasPrefix("K") }

    enum CodingKeys: String, CodingKey {
        case pts, dts, duration, flags, size
        case hash = "data_hash"
    }

    private struct Answer: Decodable { let packets: [PacketFacts] }

    /// Returns the packets of a movie's frames, in decoding order.
    static func frames(of path: String) throws -> [PacketFacts] { try packets(of: path, stream: "v:0") }

    /// Returns the packets of a movie's first audio track.
    static func audio(of path: String) throws -> [PacketFacts] { try packets(of: path, stream: "a:0") }

    /// Returns the packets of a stream, with a stream specifier of ffmpeg.
    static func packets(of path: String, stream: String) throws -> [PacketFacts] {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe(reading: path), "-v", "error", "-select_streams", stream, "-show_data_hash", "md5",
            "-show_entries",
            "packet=pts,dts,duration,flags,size,data_hash", "-of", "json", path,
        ])
        return try JSONDecoder().decode(Answer.self, from: data).packets
    }
}

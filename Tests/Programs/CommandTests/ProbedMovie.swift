import Foundation
import ReplayTestSupport

/// The facts of ffprobe about a movie, from a single run: ffprobe takes longer to start than to read a small file.
struct ProbedMovie {
    let streams: [StreamFacts]
    /// The packets of the first video stream, in decoding order.
    let frames: [PacketFacts]

    private struct Answer: Decodable { let packets: [Packet] }

    private struct Packet: Decodable {
        let stream: Int
        let facts: PacketFacts

        enum CodingKeys: String, CodingKey { case stream = "stream_index" }

        init(from decoder: any Decoder) throws {
            stream = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .stream)
            facts = try PacketFacts(from: decoder)
        }
    }

    init(_ path: String) throws {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe(reading: path), "-v", "error", "-show_streams", "-show_data_hash", "md5",
            "-show_entries",
            "packet=stream_index,pts,dts,duration,flags,size,data_hash", "-of", "json", path,
        ])
        streams = try MediaProbe.streams(in: data)
        let video = streams.firstIndex { $0.kind == "video" }
        frames = try JSONDecoder().decode(Answer.self, from: data).packets.filter { $0.stream == video }.map(\.facts)
    }

    /// A hash of the video's parameter sets; nil if they are only inside the frames.
    var parameterSets: String? { streams.first { $0.kind == "video" }?.entries["extradata_hash"] }
}

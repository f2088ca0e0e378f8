import Descriptors
import FFmpeg
import Foundation

/// The packets of a movie: everything that distinguishes two exports, except how the frames are coded.
struct PacketList: Equatable {
    struct Entry: Equatable {
        let pts: Int64?
        let dts: Int64?
        let duration: Int64
        let isKeyframe: Bool
        /// The data of an audio packet; empty for a frame.
        let bytes: [UInt8]
    }

    private(set) var frames: [Entry] = []
    private(set) var audio: [Entry] = []
    let parameters: [UInt8]

    init(_ path: String) throws {
        let demuxer = try Demuxer.open(IOContext(OwnedDescriptor(opening: path), mode: .read), name: path)
        parameters = demuxer.streams.flatMap(\.parameters.extradata)
        while let packet = try demuxer.read() {
            let isAudio = packet.streamIndex > 0
            let entry = Entry(
                pts: packet.pts, dts: packet.dts, duration: packet.duration, isKeyframe: packet.isKeyframe,
                bytes: isAudio ? packet.withBytes { Array($0) } : [])
            if isAudio { audio.append(entry) } else { frames.append(entry) }
        }
    }
}

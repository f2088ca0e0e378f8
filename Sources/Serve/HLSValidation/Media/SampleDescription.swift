import H264
import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The format of a track: the first entry of its `stsd` box (ISO/IEC 14496-12, 8.5.2; 14496-14; 14496-15).
package struct SampleDescription: Sendable, Equatable {
    let format: FourCC
    /// The codec as in CODECS of a playlist (RFC 6381). For formats other than AVC and MPEG-4 audio, only its
    /// first part.
    private(set) var codec: String
    /// The size in pixels of a video track.
    private(set) var size: VideoResolution?
    /// The number of channels of an audio track, or nil if not known.
    private(set) var channels: Int?
    private(set) var avc: AVCConfiguration?
    /// The H.264 level times ten.
    private(set) var level: Int?

    init?(stsd: Box, kind: MovieIndex.TrackKind) {
        guard var cursor = stsd.full?.cursor, cursor.skip(4) != nil,
            let entry = Box.sequence(in: stsd.contents.dropFirst(8)).first
        else { return nil }
        format = entry.type
        codec = entry.type.text
        switch kind {
        case .video: readVideo(entry)
        case .audio: readAudio(entry)
        case .other: break
        }
    }

    private mutating func readVideo(_ entry: Box) {
        var cursor = ByteCursor(entry.contents)
        guard cursor.skip(24) != nil, let width = cursor.integer(UInt16.self), let height = cursor.integer(UInt16.self)
        else { return }
        size = VideoResolution(width: Int(width), height: Int(height))
        let children = Box.sequence(in: entry.contents.dropFirst(78))
        guard let box = children.first(where: { $0.type == "avcC" }) else { return }
        let bytes = Array(box.contents)
        avc = AVCConfiguration(bytes)
        guard bytes.count >= 4 else { return }
        level = Int(bytes[3])
        codec = format.text + "." + bytes[1...3].map(Self.hex).joined()
    }

    private mutating func readAudio(_ entry: Box) {
        var cursor = ByteCursor(entry.contents)
        guard cursor.skip(16) != nil, let count = cursor.integer(UInt16.self) else { return }
        channels = Int(count)
        let children = Box.sequence(in: entry.contents.dropFirst(28))
        guard let esds = children.first(where: { $0.type == "esds" }),
            let stream = ElementaryStream(esds: esds)
        else { return }
        codec = format.text + "." + Self.hex(stream.objectType)
        if let type = stream.audioObjectType { codec += ".\(type)" }
        channels = stream.channels ?? channels
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

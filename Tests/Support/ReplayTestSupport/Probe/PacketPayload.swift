import Foundation

/// Bytes of a movie's packets, looked for in other files. ffprobe says where the packets lie and the search is a plain one, so
/// that it can judge what a redaction says of itself.
public struct PacketPayload {
    /// From the middle of each packet.
    public let pieces: [Data]

    /// So long that none is found by chance.
    private static let length = 24

    /// Reads the packets of a stream that are shown in a range and are not elsewhere in the movie.
    /// - Parameters:
    ///   - path: of the movie.
    ///   - stream: ffmpeg's way to name one: `v:0`.
    ///   - range: in seconds.
    /// - Throws: ``ServerError`` when it cannot be read.
    public init(of path: String, stream: String, in range: Range<Double>) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let packets = try MediaProbe(path: path).packetPlaces(of: stream)
            .filter { range.contains($0.seconds) && $0.place.count >= Self.length }
        var rest = bytes
        for packet in packets { rest.resetBytes(in: packet.place) }
        pieces = packets.map { packet in
            let start = packet.place.lowerBound + (packet.place.count - Self.length) / 2
            return Data(bytes[start..<start + Self.length])
        }.filter { rest.range(of: $0) == nil }
    }

    /// The files below a folder that hold any of them, by their paths in it, ascending.
    /// - Throws: where a file cannot be read.
    public func files(below folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { name in
            let file = folder.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { return false }
            let bytes = try Data(contentsOf: file)
            return pieces.contains { bytes.range(of: $0) != nil }
        }
    }
}

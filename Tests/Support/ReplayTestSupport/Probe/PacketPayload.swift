import Foundation

/// Bytes of a movie's packets, for a search in other files. ffprobe gives the places of the packets, and the search is
/// a plain one, so that it is independent of the redaction.
public struct PacketPayload {
    /// The pieces, each from the middle of a packet.
    public let pieces: [Data]

    /// The length of a piece in bytes, long enough that no match is a coincidence.
    private static let length = 24

    /// Reads the packets of a stream that are shown in a range and occur nowhere else in the movie.
    /// - Parameters:
    ///   - path: The path of the movie.
    ///   - stream: A stream specifier of ffmpeg, such as `v:0`.
    ///   - range: The range, in seconds.
    /// - Throws: ``ServerError`` if the movie cannot be read.
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

    /// Returns the files below a folder that contain any of the pieces, by their paths in the folder, ascending.
    /// - Throws: An error if a file cannot be read.
    public func files(below folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { name in
            let file = folder.appending(path: name)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { return false }
            let bytes = try Data(contentsOf: file)
            return pieces.contains { bytes.range(of: $0) != nil }
        }
    }
}

import Foundation

/// Replaces the edit list of a movie from ffmpeg, as programs do that trim without rewriting the media.
struct EditListWriter {
    /// A visible part of the media, in seconds. With a nil start, the piece shows nothing for its length.
    typealias Piece = (start: Double?, length: Double)

    private var movie: Data
    private let pieces: [Piece]
    private var movieTimescale = 1000

    /// Writes a copy of a movie whose tracks all show these pieces.
    /// - Parameter source: The path of an MP4 file whose header is at its end.
    static func write(_ pieces: [Piece], of source: String, to path: String) throws {
        var writer = EditListWriter(movie: try Data(contentsOf: URL(filePath: source)), pieces: pieces)
        try writer.changed().write(to: URL(filePath: path))
    }

    private init(movie: Data, pieces: [Piece]) { (self.movie, self.pieces) = (movie, pieces) }

    private mutating func changed() -> Data {
        var result = Data()
        for box in Self.boxes(movie) { result += box.type == "moov" ? moov(box) : box.bytes }
        return result
    }

    private mutating func moov(_ box: Box) -> Data {
        var contents = Data()
        for child in Self.boxes(box.contents) {
            if child.type == "mvhd" { movieTimescale = Self.number(child.contents, 12) }
            contents += child.type == "trak" ? trak(child) : child.bytes
        }
        return Self.box("moov", contents)
    }

    private func trak(_ box: Box) -> Data {
        let children = Self.boxes(box.contents)
        let mdhd = children.first { $0.type == "mdia" }.flatMap { Self.boxes($0.contents).first { $0.type == "mdhd" } }
        let timescale = mdhd.map { Self.number($0.contents, 12) } ?? 1
        // The part of the media that ffmpeg skips: the encoder's padding, or the delay of reordered frames.
        let old = children.first { $0.type == "edts" }.flatMap { Self.boxes($0.contents).first }
        let skipped = old.map { Self.number($0.contents, Self.number($0.contents, 4) > 1 ? 24 : 12) } ?? 0
        var contents = Data()
        for child in children where child.type != "edts" {
            contents += child.bytes
            if child.type == "tkhd" { contents += Self.box("edts", elst(timescale, skipped)) }
        }
        return Self.box("trak", contents)
    }

    private func elst(_ timescale: Int, _ skipped: Int) -> Data {
        var contents = Self.bytes(0) + Self.bytes(pieces.count)
        for piece in pieces {
            let time = piece.start.map { Int(($0 * Double(timescale)).rounded()) + skipped } ?? -1
            contents += Self.bytes(Int((piece.length * Double(movieTimescale)).rounded()))
            contents += Self.bytes(time) + Self.bytes(1 << 16)
        }
        return Self.box("elst", contents)
    }
}

extension EditListWriter {
    private struct Box {
        let type: String
        let bytes: Data
        var contents: Data { Data(bytes.dropFirst(8)) }
    }

    private static func boxes(_ data: Data) -> [Box] {
        var (rest, found) = (data[...], [Box]())
        while rest.count >= 8 {
            let size = number(Data(rest), 0)
            guard size >= 8, size <= rest.count else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            found.append(Box(type: type, bytes: Data(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static func number(_ data: Data, _ offset: Int) -> Int {
        data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ number: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }

    private static func box(_ type: String, _ contents: Data) -> Data {
        bytes(contents.count + 8) + Data(type.utf8) + contents
    }
}

import FFmpeg
import ReplayLibrary

/// A copy of the boxes and a hash of the media of one piece of a movie. With it, a piece with damaged boxes can be
/// read, and damaged media is detected.
///
/// The record is a `uuid` box after the piece (ISO/IEC 14496-12, 4.2), which other programs skip. A piece is the
/// movie's header (`ftyp` and `moov`) or a fragment (`moof` and `mdat`). All numbers are big-endian.
///
/// | field | bytes | contents |
/// |---|---|---|
/// | size | 4 | The size of the box |
/// | type | 4 | "uuid" |
/// | user type | 16 | `RecoveryRecord.identifier` |
/// | version | 4 | 0 |
/// | offset | 8 | The offset of the piece in the file |
/// | length | 8 | The size of the media data, which is the contents of the fragment's `mdat`; 0 for a header |
/// | hash | 16 | MurmurHash3 of the media data |
/// | boxes | n | A copy of `ftyp` and `moov`, or of `moof` |
/// | checksum | 16 | MurmurHash3 of all of the above |
package struct RecoveryRecord: Equatable, Sendable {
    /// The offset of the piece in the file.
    let offset: Int64
    /// The size of the media data, in bytes.
    let mediaLength: Int64
    /// The hash of the media data.
    let mediaHash: [UInt8]
    /// A copy of the boxes that describe the media.
    let boxes: [UInt8]

    /// The user type that distinguishes the box from other programs' `uuid` boxes.
    static let identifier: [UInt8] = [
        0x13, 0x03, 0xD9, 0x82, 0xA4, 0x1A, 0x4E, 0xD8, 0xB4, 0x9E, 0x70, 0xB1, 0x9E, 0xEA, 0x4D, 0x96,
    ]
    /// The size of a record without the copied boxes, in bytes.
    private static let fixedSize = 4 + 4 + 16 + 4 + 8 + 8 + 2 * ContentHash.digestSize
    /// The largest size of a record, in bytes. A larger one is neither written nor accepted.
    static let maxSize = 1 << 20

    /// True if the piece is the movie's header.
    var isHeader: Bool { offset == 0 }

    /// The range of the media data in the file.
    var media: Range<Int64> {
        let start = offset + Int64(boxes.count) + (isHeader ? 0 : Box.headerSize)
        return start..<start + mediaLength
    }

    /// Creates the record of a piece that was just written.
    /// - Throws: `MovieError` if the piece cannot be read; `FFmpegError`.
    init(of piece: Range<Int64>, in file: MovieFile) throws {
        var boxesEnd = piece.lowerBound
        while let (type, size) = try file.boxHeader(at: boxesEnd), type != "mdat", boxesEnd + size <= piece.upperBound {
            boxesEnd += size
        }
        let media = min(boxesEnd + Box.headerSize, piece.upperBound)..<piece.upperBound
        self.init(
            offset: piece.lowerBound,
            boxes: try file.bytes(at: piece.lowerBound, count: boxesEnd - piece.lowerBound),
            mediaLength: Int64(media.count), mediaHash: try file.digest(of: media))
    }

    /// Returns the record as a box, or nil if it would be larger than `maxSize`.
    func encoded() throws(FFmpegError) -> [UInt8]? {
        guard Self.fixedSize + boxes.count <= Self.maxSize else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.fixedSize + boxes.count)
        bytes.append(bigEndian: UInt32(clamping: Self.fixedSize + boxes.count))
        bytes += Array("uuid".utf8) + Self.identifier
        bytes.append(bigEndian: UInt32(0))
        bytes.append(bigEndian: offset)
        bytes.append(bigEndian: mediaLength)
        bytes += mediaHash + boxes
        return bytes + (try Self.checksum(of: bytes[...]))
    }

    init(offset: Int64, boxes: [UInt8], mediaLength: Int64, mediaHash: [UInt8]) {
        self.offset = offset
        self.boxes = boxes
        self.mediaLength = mediaLength
        self.mediaHash = mediaHash
    }

    /// Reads a record.
    /// - Parameter bytes: The whole box.
    /// - Returns: Nil for another box or a damaged record.
    init?(_ bytes: [UInt8]) {
        let end = bytes.count - ContentHash.digestSize
        var cursor = ByteCursor(bytes[...])
        guard bytes.count >= Self.fixedSize, let size = cursor.integer(UInt32.self), Int(size) == bytes.count,
            cursor.integer(UInt32.self) == FourCC("uuid").rawValue,
            cursor.take(Self.identifier.count).map({ Array($0) == Self.identifier }) == true,
            cursor.integer(UInt32.self) == 0,
            let offset = cursor.integer(Int64.self), let length = cursor.integer(Int64.self),
            (0..<1 << 60).contains(offset), (0..<1 << 60).contains(length),
            let hash = cursor.take(ContentHash.digestSize), let boxes = cursor.take(bytes.count - Self.fixedSize),
            // Hashing fails only if memory runs out.
            let checksum = try? Self.checksum(of: bytes[..<end]), bytes[end...].elementsEqual(checksum)
        else { return nil }
        self.init(offset: offset, boxes: Array(boxes), mediaLength: length, mediaHash: Array(hash))
    }

    private static func checksum(of bytes: ArraySlice<UInt8>) throws(FFmpegError) -> [UInt8] {
        let hash = try ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.digest()
    }
}

extension MovieFile {
    /// Returns the recovery record at `position` and its end, or nil if there is none or it is damaged.
    func record(at position: Int64) throws(MovieError) -> (RecoveryRecord, end: Int64)? {
        guard position >= 0, let (type, boxSize) = try boxHeader(at: position), type == "uuid",
            boxSize <= Int64(RecoveryRecord.maxSize), position + boxSize <= size,
            let record = RecoveryRecord(try bytes(at: position, count: boxSize))
        else { return nil }
        return (record, position + boxSize)
    }

    /// Returns true if a recovery record begins at `position`, even a damaged one: its type or its user type is enough.
    func isRecord(at position: Int64) throws(MovieError) -> Bool {
        guard position + 24 <= size else { return false }
        let start = try bytes(at: position, count: 24)
        return start[4..<8].elementsEqual("uuid".utf8) || start[8...].elementsEqual(RecoveryRecord.identifier)
    }
}

extension [UInt8] {
    /// Appends the bytes of a number, the most significant first.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}

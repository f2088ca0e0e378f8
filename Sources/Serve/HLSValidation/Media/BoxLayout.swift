import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The consecutive boxes of a part of a file (ISO/IEC 14496-12, 4.2).
struct BoxLayout: Sendable, Equatable {
    private(set) var boxes: [BoxPlace] = []
    /// The first place at which the boxes do not fill the part exactly.
    private(set) var fault: MediaFault?

    private static let limit = 100_000

    init(_ file: MediaFile, range: ByteRange, budget: inout ReadingBudget) {
        var offset = range.offset
        while offset < range.end, fault == nil, !budget.isSpent {
            budget.spend(bytes: 64)
            guard boxes.count < Self.limit else {
                fault = MediaFault(offset: offset, found: "more than \(Self.limit) boxes", expected: "fewer")
                return
            }
            guard let box = Self.box(in: file, at: offset, end: range.end) else {
                fault = MediaFault(offset: offset, found: "no box", expected: "a box’s size and type")
                return
            }
            guard box.size <= range.end - offset else {
                fault = MediaFault(
                    offset: offset, found: "a box “\(box.type.text)” of \(box.size) bytes",
                    expected: "at most the \(range.end - offset) bytes that remain")
                return
            }
            boxes.append(box)
            offset = box.end
        }
    }

    var types: [FourCC] { boxes.map(\.type) }

    private static func box(in file: MediaFile, at offset: Int64, end: Int64) -> BoxPlace? {
        let count = Int(min(Int64(BoxHeader.maxLength), end - offset))
        guard let start = file.bytes(at: offset, count: count),
            let header = BoxHeader(start[...], remaining: end - offset)
        else { return nil }
        return BoxPlace(type: header.type, offset: offset, size: header.size)
    }
}

extension MediaFile {
    /// Returns a box with its contents.
    /// - Returns: The box, or nil if it is larger than `limit` or incomplete.
    func box(at place: BoxPlace, limit: Int64, budget: inout ReadingBudget) -> Box? {
        guard place.size <= limit else { return nil }
        budget.spend(bytes: place.size)
        return bytes(at: place.offset, count: Int(place.size)).flatMap { Box.sequence(in: $0[...]).first }
    }
}

/// A box's type and position in its file. The contents have not been read.
struct BoxPlace: Sendable, Equatable {
    let type: FourCC
    let offset: Int64
    let size: Int64

    var end: Int64 { offset + size }
}

extension FourCC {
    /// The four characters, with `?` for those that are not printable.
    var text: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { place in
                    let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - place * 8))
                    return (0x20..<0x7F).contains(byte) ? Unicode.Scalar(byte) : "?"
                }))
    }
}

/// A part of a media file that violates its standard.
package struct MediaFault: Sendable, Equatable {
    /// The offset in bytes from the start of the file.
    package let offset: Int64
    package let found: String
    package let expected: String
}

extension HLSFinding {
    init(_ row: HLSCheck, file: String, fault: MediaFault) {
        self.init(row, file: file, offset: fault.offset, found: fault.found, expected: fault.expected)
    }
}

import HTTPTypes
import NIOHTTP1

/// The part of a file that a GET requests (RFC 9110, sections 13.1.5 and 14.2).
enum RangeRequest: Equatable, Sendable {
    /// The whole file: the request has no range or several, its range is invalid, or the range is for another version
    /// of the file.
    case whole
    /// A part of the file; not empty.
    case part(Range<Int64>)
    /// A part that does not exist in the file.
    case unsatisfiable

    /// - Parameters:
    ///   - size: of the file, in bytes.
    ///   - tag: its strong entity tag, with its quotes.
    init(_ headers: HTTPFields, size: Int64, tag: String) {
        let (ranges, conditions) = (headers[values: .range], headers[values: .ifRange])
        guard ranges.count == 1, conditions.allSatisfy({ $0 == tag }), let range = Self.specifier(ranges[0]) else {
            self = .whole
            return
        }
        switch range {
        case (let first?, let last):
            let last = min(last ?? .max, size - 1)
            self = first < size ? .part(first..<last + 1) : .unsatisfiable
        case (nil, let count):
            let count = min(count ?? 0, size)
            // If the file is empty, its last bytes are the whole file.
            if count > 0 { self = .part(size - count..<size) } else { self = range.last == 0 ? .unsatisfiable : .whole }
        }
    }

    /// Parses `bytes=FIRST-LAST`, `bytes=FIRST-` or `bytes=-COUNT`. Numbers that are too large become the maximum.
    private static func specifier(_ text: String) -> (first: Int64?, last: Int64?)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else { return nil }
        let (first, last) = (number(ends[0]), number(ends[1]))
        switch (first, last) {
        case (nil, nil): return nil
        case (let first?, let last?) where last < first: return nil
        default: return (first, last)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func number(_ digits: Substring) -> Int64? { digits.isEmpty ? nil : Int64(digits) ?? .max }
}

public import FoundationEssentials
import MediaTime

/// The identifier of a recording: its start in UTC and five characters, such as `20261121-134502-6dk3x`. The first two
/// of the five encode the fraction of the second; the other three are random.
///
/// The order of the ids is the order of the recordings, with a resolution of about 1.4 ms. An id is validated
/// before it is used as a folder's name.
public struct RecordingID: Hashable, Comparable, Sendable, CustomStringConvertible, Codable {
    private let text: String

    /// Reads an id, or returns nil if the text is not a valid id.
    /// - Parameter text: 1 to 64 characters of `a-z`, `0-9` and `-`; the first is not `-`.
    public init?(_ text: some StringProtocol) {
        guard (1...64).contains(text.utf8.count), text.first != "-", text.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.text = String(text)
    }

    /// Returns a new id for a recording that begins at `date`.
    public static func generate(at date: Date = Date()) -> RecordingID {
        let stamp = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
            timeZone: .gmt)
        let time = date.formatted(stamp).prefix(15).map { $0 == "T" ? "-" : $0 }
        let seconds = date.timeIntervalSince1970
        let parts = digits.count * digits.count
        let part = min(max(Int(saturating: (seconds - seconds.rounded(.down)) * Double(parts)), 0), parts - 1)
        let suffix = [digits[part / digits.count], digits[part % digits.count]]
        let random = (0..<3).compactMap { _ in digits.randomElement() }
        return RecordingID(unchecked: String(time + ["-"] + suffix + random))
    }

    /// The digits in ascending order, without vowels, so that ids form no words.
    private static let digits = Array("23456789bcdfghjkmnpqrstvwxz")

    private init(unchecked text: String) { self.text = text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The id as text.
    public var description: String { text }

    /// Returns true if the first recording began before the second.
    public static func < (first: RecordingID, second: RecordingID) -> Bool { first.text < second.text }

    /// Reads an id.
    /// - Throws: `DecodingError` if the text is not a valid id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = RecordingID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not the id of a recording")
        }
        self = id
    }

    /// Writes the id as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

import FoundationEssentials
import MediaTime

/// A comment as its source wrote it: `{"text": …, "author": …, "time": …}`.
struct ParsedComment: Equatable {
    /// The time that the source gives.
    enum Instant: Equatable {
        /// No time is given: the comment belongs to the instant at which it arrives.
        case arrival
        /// A time of the recording.
        case recording(MediaTime)
        /// A date of the host's clock.
        case date(Date)
    }

    let text: String
    let author: String?
    let instant: Instant

    /// Parses a line of JSON. Unknown keys are ignored.
    /// - Throws: `CommentFault`.
    init(_ line: [UInt8]) throws(CommentFault) {
        guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
        let written: Written
        do { written = try JSONDecoder().decode(Written.self, from: Data(line)) } catch { throw Self.fault(of: error) }
        (text, author) = (written.text, written.author)
        instant = try written.time?.instant ?? .arrival
    }

    private static func fault(of error: any Error) -> CommentFault {
        switch error {
        case DecodingError.keyNotFound: .noText
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            switch context.codingPath.first?.stringValue {
            case nil: .notObject
            case Written.CodingKeys.time.stringValue: .invalidTime
            default: .notText
            }
        default: .notJSON
        }
    }
}

private struct Written: Decodable {
    enum CodingKeys: String, CodingKey { case text, author, time }

    let text: String
    let author: String?
    let time: WrittenTime?
}

private enum WrittenTime: Decodable {
    case seconds(Double)
    case date(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Any other value must be a number, and the fault then names both.
        if let text = try? container.decode(String.self) {
            self = .date(text)
        } else {
            self = .seconds(try container.decode(Double.self))
        }
    }

    /// The largest time of a recording, in seconds: more than 100 days.
    private static let maxSeconds = 10_000_000.0

    var instant: ParsedComment.Instant {
        get throws(CommentFault) {
            switch self {
            case .seconds(let seconds):
                guard seconds >= 0, seconds <= Self.maxSeconds else { throw .invalidTime }
                return .recording(.milliseconds(Int64(saturating: (seconds * 1000).rounded())))
            case .date(let text):
                guard let date = Self.date(text) else { throw .invalidTime }
                return .date(date)
            }
        }
    }

    /// Parses a date by RFC 3339.
    private static func date(_ text: String) -> Date? {
        let isFractional = text.utf8.contains(UInt8(ascii: "."))
        // The fault says what is expected.
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: isFractional))
    }
}

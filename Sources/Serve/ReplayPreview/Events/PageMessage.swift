import FoundationEssentials
import ReplayLibrary

/// The body of a page's request that says what it looks at.
struct PageMessage: Decodable {
    /// The recording that the page looks at, or nil for none.
    let watch: RecordingID?
}

/// JSON in the form that the page expects.
enum JSONText {
    /// Returns a value as JSON.
    /// - Throws: `EncodingError` for a number that JSON cannot express.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    static func text(of value: some Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }
}

import FoundationEssentials
import ReplayLibrary

/// The body of a page's request that says what it looks at.
struct PageMessage: Decodable {
    /// The recording that the page looks at, or nil for none.
    let watch: RecordingID?
}

/// JSON as the page gets it.
enum JSONText {
    /// - Throws: `EncodingError` for a number that JSON has none for.
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

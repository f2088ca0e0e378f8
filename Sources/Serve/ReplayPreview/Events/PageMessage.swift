import FoundationEssentials
import ReplayLibrary

/// A message from a page through its WebSocket.
struct PageMessage: Decodable {
    /// The recording that the page shows, or nil if it shows none.
    let watch: RecordingID?

    /// Parses a message, or returns nil for any other text.
    init?(_ text: String) {
        guard let message = try? JSONDecoder().decode(PageMessage.self, from: Data(text.utf8)) else { return nil }
        self = message
    }
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

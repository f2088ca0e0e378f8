import FoundationEssentials
import ReplayLibrary

/// What a page says through its WebSocket.
struct PageMessage: Decodable {
    /// The recording that it looks at; nil: none.
    let watch: RecordingID?

    /// - Returns: nil for what is no such message.
    init?(_ text: String) {
        guard let message = try? JSONDecoder().decode(PageMessage.self, from: Data(text.utf8)) else { return nil }
        self = message
    }
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

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
    static func bytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            preconditionFailure("what the server tells has no number that JSON has none for: \(error)")
        }
    }

    static func text(of value: some Encodable) -> String { String(decoding: bytes(of: value), as: UTF8.self) }
}

import FoundationEssentials

/// The first message on a WebSocket: `{"token": "…"}`.
struct TokenMessage: Decodable {
    let token: String

    /// Parses a message, or returns nil for any other text.
    init?(_ text: String) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = message
    }
}

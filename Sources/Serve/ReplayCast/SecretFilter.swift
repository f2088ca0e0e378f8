/// A filter that removes secrets from texts before they are shown or logged. FFmpeg's messages may contain addresses
/// with keys.
struct SecretFilter: Sendable {
    private let forms: [String]

    /// - Parameter secrets: The secrets. A secret is also found in its percent-encoded form.
    init(_ secrets: [String]) {
        forms = secrets.filter { !$0.isEmpty }.flatMap { [$0, Self.encoded($0)] }.sorted { $0.count > $1.count }
    }

    /// Returns the text with “…” in place of each secret.
    func callAsFunction(_ text: String) -> String {
        forms.reduce(text) { $0.replacing($1, with: "…") }
    }

    /// Returns the percent-encoded form (RFC 3986, 2.1).
    private static func encoded(_ text: String) -> String {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.map { byte in
            if unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}

/// A secret that authorizes requests: 256 random bits as base64url without padding (RFC 4648, section 5).
struct AccessToken: Sendable {
    /// The token's text, 43 characters long.
    let text: String

    private static let byteCount = 32
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Creates a token with Swift's system generator, which uses getrandom(2) on Linux.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = Self.base64URL((0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Returns true if `candidate` is the token. The time does not depend on the position of a difference.
    func matches(_ candidate: some StringProtocol) -> Bool {
        let (expected, given) = (Array(text.utf8), Array(candidate.utf8))
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        var (text, bits, count) = ([UInt8](), UInt32(0), 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }
}

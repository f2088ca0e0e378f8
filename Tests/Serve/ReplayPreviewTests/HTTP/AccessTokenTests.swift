import Testing

@testable import ReplayPreview

@Suite struct AccessTokenTests {
    @Test("256 bits as base64url, another each time")
    func text() {
        let tokens = (0..<100).map { _ in AccessToken().text }
        #expect(Set(tokens).count == 100)
        for token in tokens {
            #expect(token.utf8.count == 43)
            #expect(token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        }
        // The last character has only four bits of the 256.
        #expect(tokens.allSatisfy { "AEIMQUYcgkosw048".contains($0.suffix(1)) })
    }

    @Test("Only the whole of it matches")
    func matching() {
        let token = AccessToken()
        #expect(token.matches(token.text))
        #expect(!token.matches(token.text.dropLast()))
        #expect(!token.matches(token.text + "A"))
        #expect(!token.matches(""))
        #expect(!token.matches(String(token.text.reversed())))
        #expect(!token.matches(AccessToken().text))
    }
}

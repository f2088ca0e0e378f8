/// A line that begins with `#EXT`: a name and the value after its colon (RFC 8216, 4.1).
package struct PlaylistTag: Sendable, Equatable, CustomStringConvertible {
    /// The name without the `#`, such as `EXT-X-VERSION`.
    package let name: String
    /// The value, or nil if there is no colon.
    package let value: String?

    init(_ line: String) {
        // Bytes are compared as players do, because a combining mark may follow the colon.
        let parts = line.utf8.dropFirst().split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.first.map { String(Substring($0)) } ?? ""
        value = parts.count == 2 ? String(Substring(parts[1])) : nil
    }

    /// The line as it was written.
    package var description: String { "#" + name + (value.map { ":" + $0 } ?? "") }

    var attributes: AttributeList { AttributeList(value ?? "") }

    /// The value as a decimal integer: one to 20 digits and nothing else (RFC 8216, 4.2).
    var integer: Int? { value.flatMap(Self.integer) }

    static func integer(_ text: some StringProtocol) -> Int? {
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

/// A violation of a playlist's grammar.
package struct PlaylistFault: Sendable, Equatable {
    /// The line number, or nil if something is missing.
    package let line: Int?
    package let found: String
    package let expected: String
}

/// A value and the line that contains it.
package struct Stated<Value: Sendable & Equatable>: Sendable, Equatable {
    package let value: Value
    package let line: Int
}

/// A line that begins with `#EXT`: a name, and what stands behind its colon (RFC 8216, 4.1).
package struct PlaylistTag: Sendable, Equatable, CustomStringConvertible {
    /// Without the `#`, such as `EXT-X-VERSION`.
    package let name: String
    /// Nil where there is no colon.
    package let value: String?

    init(_ line: String) {
        // By bytes, as players read: a combining mark may follow the colon.
        let parts = line.utf8.dropFirst().split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.first.map { String(Substring($0)) } ?? ""
        value = parts.count == 2 ? String(Substring(parts[1])) : nil
    }

    /// The line as it was.
    package var description: String { "#" + name + (value.map { ":" + $0 } ?? "") }

    var attributes: AttributeList { AttributeList(value ?? "") }

    /// A decimal integer of RFC 8216, 4.2: digits alone, at most 20 of them.
    var integer: Int? { value.flatMap(Self.integer) }

    static func integer(_ text: some StringProtocol) -> Int? {
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

/// Something that a playlist's grammar forbids.
package struct PlaylistFault: Sendable, Equatable {
    /// Nil where it is something missing.
    package let line: Int?
    package let found: String
    package let expected: String
}

/// A value and the line where it stands.
package struct Stated<Value: Sendable & Equatable>: Sendable, Equatable {
    package let value: Value
    package let line: Int
}

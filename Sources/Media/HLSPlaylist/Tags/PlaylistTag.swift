/// A line that begins with `#EXT`: a name and the value after its colon (RFC 8216, 4.1).
package struct PlaylistTag: Sendable, Equatable, CustomStringConvertible {
    /// The name without the `#`, such as `EXT-X-VERSION`.
    package let name: String
    /// The value, or nil if there is no colon.
    package let value: String?

    /// Parses a line.
    init(line: String) {
        // Bytes are compared as players do, because a combining mark may follow the colon.
        let parts = line.utf8.dropFirst().split(
            separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        name = parts.first.map { String(Substring($0)) } ?? ""
        value = parts.count == 2 ? String(Substring(parts[1])) : nil
    }

    init(_ name: TagName, value: String? = nil) { (self.name, self.value) = (name.rawValue, value) }

    init(_ name: TagName, attributes: AttributeList) { self.init(name, value: attributes.description) }

    /// The line as it is written.
    package var description: String { "#" + name + (value.map { ":" + $0 } ?? "") }

    /// The name, or nil if the model does not know the tag.
    package var known: TagName? { TagName(rawValue: name) }

    /// The attributes, up to the first one that is not valid.
    package var attributes: AttributeList { AttributeList.parse(value ?? "").list }

    /// The value as a decimal integer: one to 20 digits and nothing else (RFC 8216, 4.2).
    var integer: Int? { value.flatMap(Self.integer) }

    /// Parses a decimal integer: one to 20 digits and nothing else (RFC 8216, 4.2).
    package static func integer(_ text: some StringProtocol) -> Int? {
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

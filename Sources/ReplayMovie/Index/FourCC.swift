/// A box's type or a handler's: four ASCII characters.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// A colour of sRGB with an opacity.
public struct StyleColour: Hashable, Sendable {
    /// The red value, in 0...255.
    public let red: UInt8
    /// The green value.
    public let green: UInt8
    /// The blue value.
    public let blue: UInt8
    /// The opacity, in 0...255.
    public let opacity: UInt8

    /// Creates a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// Opaque black.
    public static let black = StyleColour(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = StyleColour(red: 255, green: 255, blue: 255)
}

extension StyleColour: LosslessStringConvertible {
    /// Reads `1e3a8a`, `#1e3a8a`, `1e3a8a80` with an opacity, `fff`, or a name such as `navy`, or returns nil for any
    /// other text. Shells take a word that begins with `#` for a comment, so the mark may be left out.
    public init?(_ description: String) {
        let text = Self.names[description.lowercased()] ?? description
        var digits = Array(text.utf8.drop { $0 == UInt8(ascii: "#") })
        guard text.utf8.count - digits.count <= 1 else { return nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        let values = digits.map { UInt8(String(UnicodeScalar($0)), radix: 16) }.compactMap(\.self)
        guard values.count == digits.count, [6, 8].contains(values.count) else { return nil }
        let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2], opacity: bytes.count == 4 ? bytes[3] : 255)
    }

    /// The names of usual colours in CSS Color 4, 6.1.
    private static let names = [
        "black": "000", "white": "fff", "red": "f00", "green": "008000", "blue": "00f", "yellow": "ff0",
        "orange": "ffa500", "purple": "800080", "pink": "ffc0cb", "gray": "808080", "grey": "808080", "navy": "000080",
        "teal": "008080", "brown": "a52a2a", "gold": "ffd700", "silver": "c0c0c0", "lime": "0f0", "cyan": "0ff",
        "aqua": "0ff", "magenta": "f0f", "fuchsia": "f0f", "maroon": "800000", "olive": "808000",
    ]

    /// The text `1e3a8a`, or `1e3a8a80` if the colour is not opaque.
    public var description: String {
        let bytes = [red, green, blue] + (opacity == 255 ? [] : [opacity])
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

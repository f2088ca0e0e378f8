extension RGBImage {
    /// Draws a time. There are glyphs for digits and for `:.()-`, and other characters become spaces.
    /// - Parameters:
    ///   - text: The text to draw.
    ///   - x: The left edge, in pixels.
    ///   - y: The upper edge, in pixels.
    ///   - scale: The width and height of a dot of the glyphs, in pixels. A glyph is 5 dots wide and 7 dots high, at a
    ///     distance of 6 dots.
    ///   - colour: The colour of the text.
    package mutating func write(_ text: String, x: Int, y: Int, scale: Int, colour: Colour) {
        for (place, byte) in text.utf8.enumerated() {
            for (row, dots) in (Self.glyphs[byte] ?? []).enumerated() {
                for column in 0..<5 where dots & (0b10000 >> column) != 0 {
                    fill(
                        x: x + (6 * place + column) * scale, y: y + row * scale, width: scale, height: scale, colour)
                }
            }
        }
    }

    /// The glyphs. Each has seven rows of five dots, with the leftmost dot in the highest bit.
    private static let glyphs: [UInt8: [UInt8]] = [
        UInt8(ascii: "0"): [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        UInt8(ascii: "1"): [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        UInt8(ascii: "2"): [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        UInt8(ascii: "3"): [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
        UInt8(ascii: "4"): [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        UInt8(ascii: "5"): [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        UInt8(ascii: "6"): [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        UInt8(ascii: "7"): [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        UInt8(ascii: "8"): [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        UInt8(ascii: "9"): [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        UInt8(ascii: ":"): [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000],
        UInt8(ascii: "."): [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00110, 0b00110],
        UInt8(ascii: "("): [0b00010, 0b00100, 0b01000, 0b01000, 0b01000, 0b00100, 0b00010],
        UInt8(ascii: ")"): [0b01000, 0b00100, 0b00010, 0b00010, 0b00010, 0b00100, 0b01000],
        UInt8(ascii: "-"): [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000],
    ]
}

extension String {
    /// A sentence as a part of another one: without the full stop at its end.
    package var withoutFullStop: String { utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self }
}

extension String {
    /// A finding is a part of a line, where the sentence that it is made of has a full stop.
    var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

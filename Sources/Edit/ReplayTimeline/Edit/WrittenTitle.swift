import MediaTime

/// A title as a user writes it: its range, its position in the frame, and the text.
/// The order is fixed because a text may look like a range or a position. Without a range, the title covers the whole
/// recording.
struct WrittenTitle {
    let range: TimePositionRange
    let title: Title

    /// Reads the words after the name, already split by a shell. The text may have several words.
    init(words: ArraySlice<String>) throws {
        guard let first = words.first else { throw WrittenOperationError.wrong(nil, .title) }
        let isRange = first.rangeDots != nil
        range = isRange ? try TimePositionRange(parsing: first) : WrittenOperation.Arguments.whole
        title = try Self.title(words: isRange ? words.dropFirst() : words)
    }

    /// Reads the rest of a line after the name. A text that begins with a quotation mark must also end with one.
    init(line: Substring) throws {
        let (first, rest) = line.firstWord
        let isRange = first.rangeDots != nil
        range = isRange ? try TimePositionRange(parsing: String(first)) : WrittenOperation.Arguments.whole
        title = try Self.title(line: isRange ? rest : line)
    }

    /// Reads the rest of a line after the range.
    static func title(line: Substring) throws(WrittenOperationError) -> Title {
        let (first, rest) = line.firstWord
        let position = rest.isEmpty ? nil : Title.Position(rawValue: String(first))
        let text = position == nil ? line.trimmed : rest
        return try title(text.withoutQuotation(), at: position)
    }

    private static func title(words: ArraySlice<String>) throws(WrittenOperationError) -> Title {
        let position = words.count > 1 ? words.first.flatMap { Title.Position(rawValue: $0) } : nil
        return try title((position == nil ? words : words.dropFirst()).joined(separator: " "), at: position)
    }

    private static func title(_ text: String, at position: Title.Position?) throws(WrittenOperationError) -> Title {
        do throws(TitleTextError) {
            return Title(
                try TitleText(validating: text), during: TimeRange(start: .zero, end: .zero), at: position ?? .bottom)
        } catch {
            throw .wrongTitle(error)
        }
    }
}

extension Substring {
    /// The text up to the first white space, and the text after it.
    var firstWord: (Substring, rest: Substring) {
        let trimmed = trimmed
        let end = trimmed.unicodeScalars.firstIndex(where: \.isSpace) ?? trimmed.endIndex
        return (trimmed[..<end], trimmed[end...].trimmed)
    }

    /// Returns the text between quotation marks, or the whole text if it does not begin with one.
    func withoutQuotation() throws(WrittenOperationError) -> String {
        guard utf8.first == UInt8(ascii: "\"") else { return String(self) }
        guard let unquoted = TitleText.unquoted(trimmed) else { throw .wrongQuotation(String(self)) }
        return unquoted
    }

    /// The text without white space at its ends.
    fileprivate var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isSpace }),
            let last = scalars.lastIndex(where: { !$0.isSpace })
        else { return self[endIndex...] }
        return self[first..<scalars.index(after: last)]
    }
}

extension Unicode.Scalar {
    /// True if the scalar is white space. ASCII is checked directly, because Unicode’s tables are slow.
    fileprivate var isSpace: Bool {
        value < 0x80 ? value == 0x20 || (9...13).contains(value) : properties.isWhitespace
    }
}

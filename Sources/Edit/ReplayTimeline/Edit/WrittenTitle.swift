import MediaTime

/// A title as people write it: its range, its place in the frame, and the text, in this order, because a text may read like
/// either. Without a range it is shown over the whole recording.
struct WrittenTitle {
    let range: TimePositionRange
    let title: Title

    /// Reads what follows the name, each word by itself, as a shell gives it; the text may be of several.
    init(words: ArraySlice<String>) throws {
        guard let first = words.first else { throw WrittenOperationError.wrong(nil, .title) }
        let isRange = first.rangeDots != nil
        range = isRange ? try TimePositionRange(parsing: first) : WrittenOperation.Arguments.whole
        title = try Self.title(words: isRange ? words.dropFirst() : words)
    }

    /// Reads what follows the name, of one line: a text that begins with a quotation mark ends with one.
    init(line: Substring) throws {
        let (first, rest) = line.firstWord
        let isRange = first.rangeDots != nil
        range = isRange ? try TimePositionRange(parsing: String(first)) : WrittenOperation.Arguments.whole
        title = try Self.title(line: isRange ? rest : line)
    }

    /// Reads what follows the range.
    static func title(line: Substring) throws(WrittenOperationError) -> Title {
        let (first, rest) = line.firstWord
        let position = rest.isEmpty ? nil : Title.Position(rawValue: String(first))
        let text = position == nil ? line.trimmed : rest
        guard text.utf8.first == UInt8(ascii: "\"") else { return try title(String(text), position) }
        guard let unquoted = TitleText.unquoted(text) else { throw .wrongQuotation(String(text)) }
        return try title(unquoted, position)
    }

    private static func title(words: ArraySlice<String>) throws(WrittenOperationError) -> Title {
        let position = words.count > 1 ? words.first.flatMap { Title.Position(rawValue: $0) } : nil
        return try title((position == nil ? words : words.dropFirst()).joined(separator: " "), position)
    }

    private static func title(_ text: String, _ position: Title.Position?) throws(WrittenOperationError) -> Title {
        do throws(TitleTextError) {
            return Title(
                try TitleText(validating: text), TimeRange(start: .zero, end: .zero), position ?? .bottom)
        } catch {
            throw .wrongTitle(error)
        }
    }
}

extension Substring {
    /// Up to the first white space, and what follows that.
    var firstWord: (Substring, rest: Substring) {
        let trimmed = trimmed
        let end = trimmed.unicodeScalars.firstIndex(where: \.isSpace) ?? trimmed.endIndex
        return (trimmed[..<end], trimmed[end...].trimmed)
    }

    /// Without white space at its ends.
    fileprivate var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isSpace }),
            let last = scalars.lastIndex(where: { !$0.isSpace })
        else { return self[endIndex...] }
        return self[first..<scalars.index(after: last)]
    }
}

extension Unicode.Scalar {
    /// Whether it is white space: looked up in Unicode’s tables, which takes long, only where that is not plain.
    fileprivate var isSpace: Bool {
        value < 0x80 ? value == 0x20 || (9...13).contains(value) : properties.isWhitespace
    }
}

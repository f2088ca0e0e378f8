import MediaTime

/// A mark as a user writes it: its instant, and optionally its name.
struct WrittenMark {
    let time: TimePosition
    let name: TitleText?

    /// Reads the words after the operation's name, already split by a shell. The name may have several words.
    init(words: ArraySlice<String>) throws {
        guard let first = words.first else { throw WrittenOperationError.wrong(nil, .mark) }
        time = try TimePosition(parsing: first)
        name = try Self.name(words.dropFirst().joined(separator: " "))
    }

    /// Reads the rest of a line after the operation's name.
    init(line: Substring) throws {
        let (first, rest) = line.firstWord
        guard !first.isEmpty else { throw WrittenOperationError.wrong(nil, .mark) }
        time = try TimePosition(parsing: first)
        name = try Self.name(line: rest)
    }

    /// Reads the name after the instant. A name that begins with a quotation mark must also end with one.
    static func name(line: Substring) throws(WrittenOperationError) -> TitleText? {
        try name(line.withoutQuotation())
    }

    private static func name(_ text: String) throws(WrittenOperationError) -> TitleText? {
        guard !text.isEmpty else { return nil }
        do throws(TitleTextError) {
            return try TitleText(validating: text)
        } catch {
            throw .wrongName(error)
        }
    }
}

import MediaTime

/// A mark as people write it: its instant, and its name where it has one.
struct WrittenMark {
    let time: TimePosition
    let name: TitleText?

    /// Reads what follows the operation's name, each word by itself, as a shell gives it; the mark's may be of several.
    init(words: ArraySlice<String>) throws {
        guard let first = words.first else { throw WrittenOperationError.wrong(nil, .mark) }
        time = try TimePosition(parsing: first)
        name = try Self.name(words.dropFirst().joined(separator: " "))
    }

    /// Reads what follows the operation's name, of one line.
    init(line: Substring) throws {
        let (first, rest) = line.firstWord
        guard !first.isEmpty else { throw WrittenOperationError.wrong(nil, .mark) }
        time = try TimePosition(parsing: first)
        name = try Self.name(line: rest)
    }

    /// Reads what follows the instant: a name that begins with a quotation mark ends with one.
    static func name(line: Substring) throws(WrittenOperationError) -> TitleText? {
        guard line.utf8.first == UInt8(ascii: "\"") else { return try name(String(line)) }
        guard let unquoted = TitleText.unquoted(line) else { throw .wrongQuotation(String(line)) }
        return try name(unquoted)
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

/// Captions as a user writes them: the file, and optionally the language.
struct WrittenCaptions {
    let path: String
    let language: String?

    /// Reads the words after the operation's name, already split by a shell.
    init(words: ArraySlice<String>) throws(WrittenOperationError) {
        guard let first = words.first else { throw .wrong(nil, .captions) }
        path = first
        language = words.dropFirst().first
        if words.count > 2 { throw .tooMuch(words[words.startIndex + 2], .captions) }
        if let language, !EditCaptions.isLanguage(language) { throw .wrong(language, .captions) }
    }

    /// Reads the rest of a line after the operation's name. The path may contain spaces, or stand in quotation marks.
    init(line: Substring) throws(WrittenOperationError) {
        guard let space = line.lastIndex(of: " "), case let last = line[line.index(after: space)...],
            EditCaptions.isLanguage(last)
        else {
            guard !line.isEmpty else { throw .wrong(nil, .captions) }
            path = try line.withoutQuotation()
            language = nil
            return
        }
        path = try line[..<space].withoutQuotation()
        language = String(last)
    }
}

/// Captions as people write them: the file, and the language if it is said.
struct WrittenCaptions {
    let path: String
    let language: String?

    /// Reads the words after the operation's name, as a shell gives them.
    init(words: ArraySlice<String>) throws(WrittenOperationError) {
        guard let first = words.first else { throw .wrong(nil, .captions) }
        path = first
        language = words.dropFirst().first
        if words.count > 2 { throw .tooMuch(words[words.startIndex + 2], .captions) }
        if let language, !EditCaptions.isLanguage(language) { throw .wrong(language, .captions) }
    }

    /// Reads the rest of a line after the operation's name. The path may have spaces.
    init(line: Substring) throws(WrittenOperationError) {
        guard let space = line.lastIndex(of: " "), case let last = line[line.index(after: space)...],
            EditCaptions.isLanguage(last)
        else {
            guard !line.isEmpty else { throw .wrong(nil, .captions) }
            path = String(line)
            language = nil
            return
        }
        path = String(line[..<space])
        language = String(last)
    }
}

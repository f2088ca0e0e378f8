import ReplayCommandLine

/// The right order of the words of `replay edit`, if a range stands before the operation, or the recording at the end.
struct EditOrder {
    /// The recording, if there is a word for it.
    let recording: String?
    /// The words in the right order, as a shell takes them.
    let line: String

    /// Returns nil if no word is the name of an operation, or the words are in the right order.
    init?(_ words: [String]) {
        guard let place = words.firstIndex(where: { WrittenOperation.Name(rawValue: $0) != nil }) else { return nil }
        let (before, after) = (words[..<place], words[(place + 1)...])
        let ranges = before.filter { $0.rangeDots != nil }
        let names = before.filter { $0.rangeDots == nil }
        let last = names.isEmpty ? after.last.flatMap { $0.rangeDots == nil && after.count > 1 ? $0 : nil } : nil
        guard !ranges.isEmpty || last != nil, names.count <= 1 else { return nil }
        recording = names.first ?? last
        let rest = last == nil ? after : after.dropLast()
        let ordered = [recording].compactMap(\.self) + [words[place]] + ranges + rest
        line = ordered.map(ShellWord.quoted).joined(separator: " ")
    }
}

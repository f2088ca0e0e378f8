import Glibc
import ReplayErrors
package import ReplayLibrary

/// The command lines in answers, with the recording that the user named: an example without it would act on the latest.
enum AnswerExample {
    /// The text with the recording among `words` in place of “REC”, or without “REC” if there is none.
    static func filled(_ text: String, words: some Sequence<String>) -> String {
        guard text.contains(" REC") else { return text }
        // An answer to a wrong command line needs no library: one that cannot be read gives an answer without a name.
        let library = try? RecordingLibrary.open()
        let recording = library.flatMap { library in words.first(where: library.isName) }
        return text.replacing(" REC", with: recording.map { " " + ShellWord.quoted($0) } ?? "")
    }
}

extension AnswerExample {
    /// True for the name of a movie that is there, and is no recording's.
    static func isFile(_ word: String) -> Bool {
        Output.isMovieName(word) && access(word.cPath, F_OK) == 0
            && (try? RecordingLibrary.open())?.isName(word) != true
    }
}

extension RecordingLibrary {
    /// True if a word names a recording in full, and not by the beginning of its id.
    package func isName(_ word: String) -> Bool {
        // A library that cannot be read is told of when the recording is looked up.
        guard let recording = try? recording(matching: word) else { return false }
        return word.utf8.first == UInt8(ascii: "@") || word == "latest" || word == recording.id.description
            || word == recording.displayName
    }

    /// The name that was meant by a word that is none: in other letters, with an extension, or with a slip of the fingers.
    package func name(near word: String) -> String? {
        // The lookup that failed before has told of a library that cannot be read.
        guard let names = try? recordings().compactMap(\.facts.name) else { return nil }
        func same(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
        let stem = word.pathParts.name.withoutExtension
        if let name = names.last(where: { same($0, word) || same($0, stem) }) { return name }
        let limit = EditDistance.limit(for: word)
        return word.utf8.count < 3 ? nil : names.last { EditDistance.between($0, word) <= limit }
    }
}

extension String {
    /// The name of a file without what follows its last dot.
    package var withoutExtension: String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return self }
        return String(self[..<dot])
    }
}

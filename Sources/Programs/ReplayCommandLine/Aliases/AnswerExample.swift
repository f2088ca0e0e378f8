import Glibc
import ReplayErrors
package import ReplayLibrary

/// Command lines in answers, with the recording that the user named. Without its name, an example would act on the
/// latest recording.
enum AnswerExample {
    /// Returns the text with “REC” replaced by the recording among `words`, or without “REC” if there is none.
    static func filled(_ text: String, words: some Sequence<String>) -> String {
        guard text.contains(" REC") else { return text }
        // An answer to a wrong command line must work without a library. If the library cannot be read, the answer has
        // no name.
        let library = try? RecordingLibrary.open()
        let recording = library.flatMap { library in words.first(where: library.isName) }
        return text.replacing(" REC", with: recording.map { " " + ShellWord.quoted($0) } ?? "")
    }
}

extension AnswerExample {
    /// Returns true if a word is the name of an existing movie file and not that of a recording.
    static func isFile(_ word: String) -> Bool {
        Output.isMovieName(word) && access(word.cPath, F_OK) == 0
            && (try? RecordingLibrary.open())?.isName(word) != true
    }
}

extension RecordingLibrary {
    /// Returns true if a word is the full name or id of a recording, and not only the beginning of its id.
    package func isName(_ word: String) -> Bool {
        // The lookup of the recording reports a library that cannot be read.
        guard let recording = try? recording(matching: word) else { return false }
        return word.utf8.first == UInt8(ascii: "@") || word == "latest" || word == recording.id.description
            || word == recording.displayName
    }

    /// Returns the likely intended name for a word that is not a name: in other case, with an extension, or with a
    /// typing error.
    package func name(near word: String) -> String? {
        // The failed lookup before has already reported a library that cannot be read.
        guard let names = try? recordings().compactMap(\.facts.name) else { return nil }
        func same(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
        let stem = word.pathParts.name.withoutExtension
        if let name = names.last(where: { same($0, word) || same($0, stem) }) { return name }
        let limit = EditDistance.limit(for: word)
        return word.utf8.count < 3 ? nil : names.last { EditDistance.between($0, word) <= limit }
    }
}

extension String {
    /// The file name without its extension.
    package var withoutExtension: String {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return self }
        return String(self[..<dot])
    }
}

package import ReplayControl

/// The current problems of a recording that continues: one sentence for each subject, in the order of their first
/// occurrence. A pure value.
package struct StandingWarnings: Equatable, Sendable {
    /// The subject of a warning. A new warning replaces the previous one on the same subject.
    package enum Subject: Hashable, Sendable {
        case source(RecordedSource)
        /// The recorded window.
        case window
        /// The free disk space.
        case space
        /// The movie, which does not grow.
        case movie
        /// The file that announces the capture to other programs.
        case beacon
        /// The small copy of the frames for previews.
        case proxy
        /// The files of the pointer and of audio levels beside the movie.
        case notes
        /// The log in the recording's folder.
        case log
        /// The log in the file that was named.
        case namedLog
    }

    private struct Entry: Equatable {
        var subject: Subject
        var sentence: String
    }

    private var entries: [Entry] = []

    /// Sets or removes a warning.
    /// - Parameter sentence: The warning, or nil if the problem is over.
    /// - Returns: True if the warnings have changed.
    mutating func set(_ sentence: String?, about subject: Subject) -> Bool {
        let before = self
        guard let sentence else {
            entries.removeAll { $0.subject == subject }
            return self != before
        }
        if let place = entries.firstIndex(where: { $0.subject == subject }) {
            entries[place].sentence = sentence
        } else {
            entries.append(Entry(subject: subject, sentence: sentence))
        }
        return self != before
    }

    /// All warnings in one sentence, or nil if there are none.
    var text: String? {
        let sentences = entries.map(\.sentence)
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}

package import ReplayControl

/// What is wrong with a recording that goes on: a sentence for each thing, in the order in which they came. A pure value.
package struct StandingWarnings: Equatable, Sendable {
    /// What a sentence is about; a later one takes its place.
    package enum Subject: Hashable, Sendable {
        case source(RecordedSource)
        /// The window that is recorded.
        case window
        /// The space on the disk.
        case space
        /// The movie, which does not grow.
        case movie
        /// The file that tells other programs of the capture.
        case beacon
        /// The small copy of the frames, for previews.
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

    /// - Parameter sentence: nil: nothing is wrong with it any more.
    /// - Returns: whether that is something new.
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

    /// All of it in one sentence; nil where nothing is wrong.
    var text: String? {
        let sentences = entries.map(\.sentence)
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}

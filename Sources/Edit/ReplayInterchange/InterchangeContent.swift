package import MediaTime
package import ReplayTimeline

/// What other programs are told of a recording and its edit.
package struct InterchangeContent: Sendable {
    /// The movie as other programs open it.
    package struct Media: Sendable {
        /// Where it is, from the root.
        package var path: String
        /// Of its frames as they are shown, in pixels.
        package var width: Int
        /// Of its frames as they are shown, in pixels.
        package var height: Int
        /// The rate of the frames in which some formats count.
        package var frameRate: FrameRate
        /// The number of its audio tracks.
        package var audioTrackCount: Int
        /// The indices of the streams that are heard together: the mix alone if there is one. Empty if the movie's streams
        /// are not known.
        package var audioStreams: [Int] = []

        package init(path: String, width: Int, height: Int, frameRate: FrameRate, audioTrackCount: Int) {
            self.path = path
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.audioTrackCount = audioTrackCount
        }

        /// The last part of the path.
        package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// The path as a URL has it.
        var url: String { "file://" + path.percentEncoded }
    }

    /// What the recording is called.
    package var name: String
    package var edit: Edit
    /// The decisions that the edit comes from.
    package var decisions: [EditDecision]
    package var media: Media
    /// What the recording's user marked.
    package var marks: [TimelineMark]

    package init(name: String, history: EditHistory, media: Media, marks: [TimelineMark]) {
        (self.name, self.media, self.marks) = (name, media, marks)
        (edit, decisions) = (history.edit, history.decisions)
    }

    /// The edit's chapters, as an export has them.
    package var chapters: [Chapter] { Chapters(marks: marks, clips: edit.clips, duration: edit.editedDuration).list }
}

extension String {
    /// The path with all bytes but those that RFC 3986 leaves alone, and slashes, as `%20`.
    fileprivate var percentEncoded: String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { text, byte in
            text +=
                plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}

package import MediaTime
package import ReplayTimeline

/// A recording and its edit, in the form that is written for other programs.
package struct InterchangeContent: Sendable {
    /// The movie as other programs open it.
    package struct Media: Sendable {
        /// The absolute path of the movie.
        package var path: String
        /// The width of displayed frames, in pixels.
        package var width: Int
        /// The height of displayed frames, in pixels.
        package var height: Int
        /// The frame rate for formats that count frames.
        package var frameRate: FrameRate
        /// The number of its audio tracks.
        package var audioTrackCount: Int
        /// The indices of the streams that play together: only the mix if there is one. Empty if the movie's streams
        /// are not known.
        package var audioStreams: [Int] = []

        package init(path: String, width: Int, height: Int, frameRate: FrameRate, audioTrackCount: Int) {
            self.path = path
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.audioTrackCount = audioTrackCount
        }

        /// The last component of the path.
        package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// The path as a file URL.
        var url: String { "file://" + path.percentEncoded }
    }

    /// The name of the recording.
    package var name: String
    package var edit: Edit
    /// The operations that produce the edit.
    package var operations: [NumberedOperation]
    package var media: Media
    /// The marks that the user set.
    package var marks: [TimelineMark]

    package init(name: String, history: EditHistory, media: Media, marks: [TimelineMark]) {
        (self.name, self.media, self.marks) = (name, media, marks)
        (edit, operations) = (history.edit, history.numberedOperations)
    }

    /// The edit's chapters, identical to those of an export.
    package var chapters: [Chapter] { Chapters(marks: marks, clips: edit.clips, duration: edit.editedDuration).list }
}

extension String {
    /// The path with all bytes percent-encoded, except slashes and the unreserved characters of RFC 3986.
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

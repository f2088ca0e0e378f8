public import Files
import FoundationEssentials
package import MediaTime

extension Recording {
    /// Returns the comments of the recording by their times, without lines that cannot be read.
    /// - Throws: `FileSystemError` if the file cannot be read.
    public func comments() throws(FileSystemError) -> [RecordingComment] {
        guard folder.contains(RecordingComment.fileName) else { return [] }
        let comments = RecordingComment.lines(of: try folder.contents(of: RecordingComment.fileName))
        return comments.enumerated().sorted { first, second in
            first.element.time == second.element.time
                ? first.offset < second.offset : first.element.time < second.element.time
        }.map(\.element)
    }

    /// True if the recording has a file of comments.
    package var hasComments: Bool { folder.size(of: RecordingComment.fileName) > 0 }

    /// Appends comments to the recording's file: all of them, or none.
    /// - Returns: False if the file is full, and nothing was written.
    /// - Throws: `FileSystemError`, or an error of `JSONEncoder`.
    package func append(_ comments: [RecordingComment]) throws -> Bool {
        try appendLines(
            try RecordingComment.encoded(comments), to: RecordingComment.fileName, limit: RecordingComment.maxFileSize)
    }

    /// Returns the comments from `start` to `end`, with times relative to `start`.
    package func comments(from start: MediaTime, to end: MediaTime? = nil) throws(FileSystemError)
        -> [RecordingComment]
    {
        try comments().filter { $0.time >= start && $0.time <= end ?? $0.time }.map {
            var comment = $0
            comment.time = $0.time - start
            return comment
        }
    }

    /// Writes comments into this recording, unless there are none.
    /// - Throws: `FileSystemError`, or an error of `JSONEncoder`.
    package func store(_ comments: [RecordingComment]) throws {
        guard !comments.isEmpty else { return }
        try folder.replace(RecordingComment.fileName, with: try RecordingComment.encoded(comments))
    }
}

extension RecordingComment {
    /// Returns the comments in lines of the file. A killed writer leaves an incomplete line, which is left out.
    package static func lines(of bytes: some Sequence<UInt8>) -> [RecordingComment] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(RecordingComment.self, from: Data($0))
        }
    }

    /// Returns the comments as lines of the file.
    package static func encoded(_ comments: [RecordingComment]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try comments.flatMap { [UInt8](try encoder.encode($0)) + [UInt8(ascii: "\n")] }
    }
}

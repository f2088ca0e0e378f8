import Files
import MediaTime
public import ReplayErrors
import ReplayJSON
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

/// A file of operations that somebody wrote, such as `["cut 3..5", "blur 8..9 200x50+10+10"]`: a JSON5 list of at most 16 MiB,
/// its texts as `WrittenOperation` reads them.
public struct EditScript: Sendable {
    private let path: String
    private let text: JSON5Text
    private let operations: [(operation: WrittenOperation, offset: Int)]

    /// Reads a file.
    /// - Throws: `EditScriptError`, `FileSystemError`.
    public static func read(_ path: String) throws -> EditScript {
        let text = JSON5Text(try RegularFile.contents(of: path, limit: EditFile.maxFileSize))
        do throws(JSON5Error) {
            return try EditScript(try text.parse(), text, path: path)
        } catch {
            throw EditScriptError(path: path, place: text.place(of: error.offset), reason: error.reason)
        }
    }

    /// - Throws: `JSON5Error` with the place of what is no operation.
    init(_ value: JSON5Value, _ text: JSON5Text, path: String) throws(JSON5Error) {
        (self.path, self.text) = (path, text)
        guard case .array(let lines) = value.content else {
            throw JSON5Error(
                offset: value.offset,
                reason: "it is to be a list of operations, such as [\"cut 3..5\"], but is \(value.kind)")
        }
        var operations: [(operation: WrittenOperation, offset: Int)] = []
        for line in lines {
            guard case .string(let words) = line.content else {
                throw JSON5Error(
                    offset: line.offset, reason: "an operation is a text such as \"cut 3..5\", but this is \(line.kind)"
                )
            }
            do {
                operations.append((try WrittenOperation(parsing: words), line.offset))
            } catch {
                throw JSON5Error(offset: line.offset, reason: "\(error)")
            }
        }
        self.operations = operations
    }

    /// The first operation that does not go with those before it, with its place.
    /// - Parameters:
    ///   - changes: the operations, as `resolved(in:)` gave them.
    ///   - history: without them.
    /// - Returns: nil where all go together.
    func conflict(among changes: [EditChange], in history: EditHistory) -> EditScriptError? {
        func error(upTo last: Int) -> EditError? {
            var history = history
            do throws(EditError) { try history.change(.all(Array(changes[...last]))) } catch { return error }
            return nil
        }
        let first = changes.indices.partitioningIndex { error(upTo: $0) != nil }
        guard first < changes.count, let error = error(upTo: first) else { return nil }
        return EditScriptError(path: path, place: text.place(of: operations[first].offset), reason: "\(error)")
    }

    /// The operations on a session’s recording. Whether they go together with each other, and with what was decided before, is
    /// not looked at.
    /// - Throws: `EditScriptError` with the place of one that this recording cannot have.
    public func resolved(in session: EditSession) throws -> [EditOperation] {
        try operations.map { entry in
            do {
                let operation = try session.resolve(entry.operation)
                try session.check(operation)
                return operation
            } catch {
                throw EditScriptError(path: path, place: text.place(of: entry.offset), reason: "\(error)")
            }
        }
    }
}

/// What is wrong with a file of operations, and where.
public struct EditScriptError: CategorizedError {
    /// The file.
    public let path: String
    /// Where, from 1.
    public let line: Int
    /// In characters of that line, from 1.
    public let column: Int
    /// What is wrong, in a sentence.
    public let reason: String

    init(path: String, place: TextPlace, reason: String) {
        (self.path, line, column, self.reason) = (path, place.line, place.column, reason)
    }

    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence that gives the place.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension EditSession {
    /// Resolves a written operation in this recording. A file that it names is copied into the recording's folder.
    /// - Throws: `TimecodeError`; if an image cannot be used, or a file not be copied, an error whose description is a sentence.
    public func resolve(_ operation: WrittenOperation) throws -> EditOperation {
        var resolved = try operation.resolved(in: edit.duration, frameTime: frameTime)
        if operation.namesNoRange { resolved = fade(resolved) }
        guard let path = operation.filePath else { return resolved }
        if case .captions(let captions) = resolved {
            return .captions(try recording.storeCaptions(path, language: captions.language))
        }
        let name = try RecordingImage.store(path, in: recording, prefix: VideoEffect.Image.prefix)
        return VideoEffect.Image(name).map { resolved.with($0) } ?? resolved
    }

    /// A fade without a range is at the beginning or the end of the edit, and takes a second.
    private func fade(_ operation: EditOperation) -> EditOperation {
        guard case .audio(let effect) = operation, let first = edit.kept.first, let last = edit.kept.last else {
            return operation
        }
        let second = MediaTime(value: Int64(edit.timescale), timescale: edit.timescale)
        switch effect.kind {
        case .fadeIn:
            let range = TimeRange(start: first.start, end: min(first.start + second, first.end))
            return .audio(AudioEffect(.fadeIn, range, effect.track))
        case .fadeOut:
            let range = TimeRange(start: max(last.end - second, last.start), end: last.end)
            return .audio(AudioEffect(.fadeOut, range, effect.track))
        case .gain, .mute: return operation
        }
    }

    /// Copies an image into the recording's folder, for an operation to name.
    /// - Parameter name: what its owner calls it.
    /// - Returns: the copy's name.
    /// - Throws: as ``resolve(_:)``.
    package func storeImage(_ bytes: [UInt8], called name: String) throws -> String {
        try RecordingImage.store(bytes, called: name, in: recording, prefix: VideoEffect.Image.prefix)
    }
}

import Files
import MediaTime
public import ReplayErrors
import ReplayJSON
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

/// A file of operations that a user wrote, such as `["cut 3..5", "blur 8..9 200x50+10+10"]`: a JSON5 list of at most
/// 16 MiB. Each element is a text in the format of `WrittenOperation`.
public struct EditScript: Sendable {
    private let path: String
    private let text: JSON5Text
    private let operations: [(operation: WrittenOperation, offset: Int)]

    /// Reads a file.
    /// - Throws: `EditScriptError`, `FileSystemError`.
    public static func read(_ path: String) throws -> EditScript {
        let text = JSON5Text(try RegularFile.contents(of: path, limit: EditFile.maxFileSize))
        do throws(JSON5Error) {
            return try EditScript(try text.parse(), in: text, path: path)
        } catch {
            throw EditScriptError(path: path, place: text.place(of: error.offset), reason: error.reason)
        }
    }

    /// Creates a script from a parsed list.
    /// - Throws: `JSON5Error` with the position of an element that is not an operation.
    init(_ value: JSON5Value, in text: JSON5Text, path: String) throws(JSON5Error) {
        (self.path, self.text) = (path, text)
        guard case .array(let lines) = value.content else {
            throw JSON5Error(
                offset: value.offset,
                reason: "it must be a list of operations, such as [\"cut 3..5\"], but is \(value.kind)")
        }
        var operations: [(operation: WrittenOperation, offset: Int)] = []
        for line in lines {
            guard case .string(let words) = line.content else {
                throw JSON5Error(
                    offset: line.offset,
                    reason: "an operation must be a string such as \"cut 3..5\", but this is \(line.kind)"
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

    /// Returns the first operation that conflicts with an earlier one, and its position.
    /// - Parameters:
    ///   - changes: The operations that `resolved(in:)` returned, as changes.
    ///   - history: The history without the changes.
    /// - Returns: An error, or nil if there is no conflict.
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

    /// Returns the operations on a session’s recording. Conflicts between them or with earlier operations are
    /// not checked.
    /// - Throws: `EditScriptError` with the position of an operation that is not valid for this recording.
    public func resolved(in session: EditSession) throws -> [EditOperation] {
        try operations.map { entry in
            do {
                let operation = try session.resolve(entry.operation)
                try session.check(operation)
                return operation
            } catch {
                throw EditScriptError(
                    path: path, place: text.place(of: entry.offset), reason: "\(error)",
                    category: (error as? any CategorizedError)?.category ?? .badData)
            }
        }
    }
}

/// An error in a file of operations, with its position.
public struct EditScriptError: CategorizedError {
    /// The path of the file.
    public let path: String
    /// The line number, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The reason, as a sentence.
    public let reason: String
    /// The category of the error, such as `noInput` for an image that does not exist.
    public let category: ErrorCategory

    init(path: String, place: TextPlace, reason: String, category: ErrorCategory = .badData) {
        (self.path, line, column, self.reason) = (path, place.line, place.column, reason)
        self.category = category
    }

    /// A sentence that includes the position.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension EditSession {
    /// Resolves a written operation for this recording. A file that the operation names is copied into the
    /// recording's folder.
    /// - Throws: `TimecodeError`, or an error with a sentence as description if an image is not valid or a file cannot
    ///   be copied.
    public func resolve(_ operation: WrittenOperation) throws -> EditOperation {
        var resolved = try operation.resolved(in: edit.duration, frameTime: frameTime)
        if operation.namesNoRange { resolved = fade(resolved) }
        if let file = operation.styleFile { return .style(try style(file, image: operation.filePath)) }
        guard let path = operation.filePath else { return resolved }
        if case .captions(let captions) = resolved {
            return .captions(try recording.storeCaptions(path, language: captions.language))
        }
        return try storeImage(path).map { resolved.with($0) } ?? resolved
    }

    /// Reads the file of a style, and copies its image into the recording's folder.
    /// - Parameter image: The path of an image that replaces the file's own, or nil.
    private func style(_ file: WrittenStyle.File, image: String?) throws -> FrameStyle {
        let text = try RegularFile.contents(of: file.path, limit: StylePreset.maxFileSize)
        let preset = try StylePreset(json5: text, source: file.path)
        let style = try file.style(preset)
        guard let path = image ?? preset.imagePath.map({ Self.path(of: $0, beside: file.path) }) else { return style }
        return try storeImage(path).map { style.with(.image($0)) } ?? style
    }

    /// Returns the path of an image that a file names.
    private static func path(of image: String, beside file: String) -> String {
        guard !image.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return image }
        return file[...slash] + image
    }

    private func storeImage(_ path: String) throws -> VideoEffect.Image? {
        VideoEffect.Image(try RecordingImage.store(path, in: recording, prefix: VideoEffect.Image.prefix))
    }

    /// Returns a fade without a range at the start or the end of the edit, with a duration of one second.
    private func fade(_ operation: EditOperation) -> EditOperation {
        guard case .audio(let effect) = operation, let first = edit.kept.first, let last = edit.kept.last else {
            return operation
        }
        let second = MediaTime(value: Int64(edit.timescale), timescale: edit.timescale)
        switch effect.kind {
        case .fadeIn:
            let range = TimeRange(start: first.start, end: min(first.start + second, first.end))
            return .audio(AudioEffect(.fadeIn, during: range, track: effect.track))
        case .fadeOut:
            let range = TimeRange(start: max(last.end - second, last.start), end: last.end)
            return .audio(AudioEffect(.fadeOut, during: range, track: effect.track))
        case .gain, .mute: return operation
        }
    }

    /// Copies an image into the recording's folder, so that an operation can name it.
    /// - Parameter name: The image's original name.
    /// - Returns: The name of the copy.
    /// - Throws: The same errors as ``resolve(_:)``.
    package func storeImage(_ bytes: [UInt8], called name: String) throws -> String {
        try RecordingImage.store(bytes, called: name, in: recording, prefix: VideoEffect.Image.prefix)
    }
}

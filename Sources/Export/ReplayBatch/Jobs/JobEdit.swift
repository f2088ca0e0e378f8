import MediaTime
import ReplayEditor
import ReplayErrors
import ReplayJSON
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// The edit of a job.
enum JobEdit: Codable, Hashable, Sendable {
    /// The recording's own edit at the time when the job is done.
    case own
    /// A trim and cuts as a user writes them, which depend on the recording's duration and frames.
    case ranges(Ranges)
    /// Operations as a user writes them, such as `blur 3..5 200x50+10+10`.
    case written([String])
    /// Operations of an `edit.json`.
    case operations([EditOperation])

    /// The keys in the logs of batches.
    private enum CodingKeys: String, CodingKey {
        case own, written, operations
        case ranges = "decisions"
    }

    /// Ranges `A..B`, in the format of `replay trim` and `replay cut`.
    struct Ranges: Codable, Hashable, Sendable {
        var trim: String?
        var cut: [String] = []
    }

    /// Returns the edit of a session's recording.
    /// - Parameter keepsOwn: True to add to the recording's own edit. An imported movie may have one that hides parts
    ///   of it.
    /// - Throws: `TimecodeError`, `EditError`.
    func edit(in session: EditSession, keepsOwn: Bool) throws -> Edit {
        guard self != .own else { return session.edit }
        var operations = try operations(of: session.edit.duration, frameTime: session.frameTime)
        if case .written(let lines) = self {
            // An image must be copied into the recording.
            operations = try lines.map { try session.resolve(try WrittenOperation(parsing: $0)) }
        }
        for operation in operations { try session.check(operation) }
        return try (keepsOwn ? session.edit : Edit(duration: session.edit.duration)).applying(operations)
    }

    /// Returns the edit of a movie file. A movie has no edit of its own.
    /// - Parameters:
    ///   - duration: The duration of the movie.
    ///   - frameTime: Returns the start of a frame, or nil if there is no such frame.
    func edit(of duration: MediaTime, frameTime: (Int) -> MediaTime?) throws -> Edit {
        try Edit(duration: duration).applying(try operations(of: duration, frameTime: frameTime))
    }

    private func operations(of duration: MediaTime, frameTime: (Int) -> MediaTime?) throws -> [EditOperation] {
        switch self {
        case .own: return []
        case .operations(let operations):
            // An edit of a longer movie is limited to this one.
            let all = TimeRange(start: .zero, end: duration)
            return operations.compactMap { $0.limited(to: all) }
        case .written(let lines):
            return try lines.map { try WrittenOperation(parsing: $0).resolved(in: duration, frameTime: frameTime) }
        case .ranges(let ranges):
            func range(_ text: String) throws -> TimeRange {
                try TimePositionRange(parsing: text).resolved(in: duration, frameTime: frameTime)
            }
            let trim = try ranges.trim.map { EditOperation.trim(try range($0)) }
            return try [trim].compactMap(\.self) + ranges.cut.map { EditOperation.cut(try range($0)) }
        }
    }

    /// The paths of the files that the operations name.
    var images: [String] {
        guard case .written(let lines) = self else { return [] }
        return lines.compactMap(Self.image)
    }

    /// Returns the same edit with other file paths.
    func withImages(_ path: (String) -> String) -> JobEdit {
        guard case .written(let lines) = self else { return self }
        return .written(
            lines.map { line in
                guard let image = Self.image(of: line) else { return line }
                if let style = (try? WrittenOperation(parsing: line))?.styleText {  // Parsed before, too.
                    return "\(style) image \(path(image))"
                }
                return Self.replacing(image, in: line, with: path(image))
            })
    }

    /// Returns a line with another path of its file. The old path may stand in quotation marks.
    private static func replacing(_ old: String, in line: String, with new: String) -> String {
        var place = line.ranges(of: old).last
        let isQuoted = place.map { line[..<$0.lowerBound].last == "\"" } ?? true
        // Nothing before or after a path has quotation marks.
        if isQuoted, let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\"") {
            place = first..<line.index(after: last)
        }
        return place.map { line[..<$0.lowerBound] + new + line[$0.upperBound...] } ?? line
    }

    /// Returns the file that an operation names, or nil if there is none or it is a copy in a recording.
    private static func image(of line: String) -> String? {
        // The operation was parsed before, so this does not fail.
        guard let path = (try? WrittenOperation(parsing: line))?.filePath, VideoEffect.Image(path) == nil else {
            return nil
        }
        return path
    }

    /// Returns the operations of the recording's present edit if this is the recording's own edit.
    func settled(for recording: Recording) throws -> JobEdit {
        guard self == .own else { return self }
        guard recording.folder.contains(EditDocument.fileName) else { return .operations([]) }
        let history = try recording.folder.read(EditDocument.self).history
        return .operations(history.operations)
    }
}

extension JobEdit {
    /// Reads a list of operations, each of which is a text.
    static func written(_ values: [JSON5Value], in text: JobText) throws(JobFileError) -> JobEdit {
        var lines: [String] = []
        for value in values {
            guard case .string(let line) = value.content else {
                throw text.error(
                    "an operation must be a string such as \"cut 3..5\", but is \(value.kind)", at: value.offset)
            }
            do {
                if let file = try WrittenOperation(parsing: line).styleFile {
                    throw text.error(
                        "a job cannot name the file of a style, “\(file.path.excerpt)”; write its properties, such as "
                            + "“style padding 8%”", at: value.offset)
                }
            } catch let error as JobFileError {
                throw error
            } catch {
                throw text.error("“\(line.excerpt)”: \(error)", at: value.offset)
            }
            lines.append(line)
        }
        return .written(lines)
    }
}

extension JobEdit.Ranges {
    /// Reads `{trim: "A..B", cut: ["A..B", …]}`. Both keys are optional.
    init(_ object: JobObject) throws(JobFileError) {
        try object.check(keys: ["trim", "cut"])
        trim = try object.string("trim")
        if let trim { try Self.check(trim, in: object, at: "trim") }
        cut = try (object.list("cut") ?? []).map { value throws(JobFileError) in
            guard case .string(let range) = value.content else {
                throw object.text.error(
                    "a cut must be a string such as \"3..5\", but is \(value.kind)", at: value.offset)
            }
            try Self.check(range, in: object, at: "cut")
            return range
        }
    }

    private static func check(_ range: String, in object: JobObject, at key: String) throws(JobFileError) {
        do throws(TimecodeError) {
            _ = try TimePositionRange(parsing: range)
        } catch {
            throw object.error("“\(key)”: \(error)", at: key)
        }
    }
}

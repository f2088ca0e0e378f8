import MediaTime
import ReplayEditor
import ReplayErrors
import ReplayJSON
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// What a job keeps of its recording.
enum JobEdit: Codable, Hashable, Sendable {
    /// What the recording's own edit keeps when the job is done.
    case own
    /// Decisions as a person writes them, which depend on the recording's length and frames.
    case decisions(Decisions)
    /// Operations as a person writes them, such as `blur 3..5 200x50+10+10`.
    case written([String])
    /// Decisions of an `edit.json`.
    case operations([EditOperation])

    /// Ranges `A..B`, as `replay trim` and `replay cut` take them.
    struct Decisions: Codable, Hashable, Sendable {
        var trim: String?
        var cut: [String] = []
    }

    /// The edit of a session's recording.
    /// - Parameter keepsOwn: true if the recording's own edit holds too, as for a movie, which may hide parts of itself.
    /// - Throws: `TimecodeError`, `EditError`.
    func edit(in session: EditSession, keepsOwn: Bool) throws -> Edit {
        guard self != .own else { return session.edit }
        var operations = try operations(of: session.edit.duration, frameTime: session.frameTime)
        if case .written(let lines) = self {
            // What covers by an image needs a copy of that.
            operations = try lines.map { try session.resolve(try WrittenOperation(parsing: $0)) }
        }
        for operation in operations { try session.check(operation) }
        return try (keepsOwn ? session.edit : Edit(duration: session.edit.duration)).applying(operations)
    }

    /// The edit of a movie of which no more is known; that it has none of its own goes without saying.
    /// - Parameters:
    ///   - duration: the movie's.
    ///   - frameTime: when the frame of a number begins; nil: there is none.
    func edit(of duration: MediaTime, frameTime: (Int) -> MediaTime?) throws -> Edit {
        try Edit(duration: duration).applying(try operations(of: duration, frameTime: frameTime))
    }

    private func operations(of duration: MediaTime, frameTime: (Int) -> MediaTime?) throws -> [EditOperation] {
        switch self {
        case .own: return []
        case .operations(let operations):
            // An edit of a longer movie is taken as far as this one goes.
            let all = TimeRange(start: .zero, end: duration)
            return operations.compactMap { $0.limited(to: all) }
        case .written(let lines):
            return try lines.map { try WrittenOperation(parsing: $0).resolved(in: duration, frameTime: frameTime) }
        case .decisions(let decisions):
            func range(_ text: String) throws -> TimeRange {
                try TimePositionRange(parsing: text).resolved(in: duration, frameTime: frameTime)
            }
            let trim = try decisions.trim.map { EditOperation.trim(try range($0)) }
            return try [trim].compactMap(\.self) + decisions.cut.map { EditOperation.cut(try range($0)) }
        }
    }

    /// The files of images that its operations name.
    var images: [String] {
        guard case .written(let lines) = self else { return [] }
        return lines.compactMap(Self.image)
    }

    /// The same with other paths of images.
    func withImages(_ path: (String) -> String) -> JobEdit {
        guard case .written(let lines) = self else { return self }
        return .written(
            lines.map { line in
                guard let image = Self.image(of: line) else { return line }
                // It comes last.
                let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.endIndex
                return line[..<end].dropLast(image.count) + path(image)
            })
    }

    /// - Returns: nil for a copy that a recording has already, too.
    private static func image(of line: String) -> String? {
        // It was read before.
        guard let path = (try? WrittenOperation(parsing: line))?.filePath, VideoEffect.Image(path) == nil else {
            return nil
        }
        return path
    }

    /// The decisions themselves, where they are the recording's own as they are now.
    func settled(for recording: Recording) throws -> JobEdit {
        guard self == .own else { return self }
        guard recording.folder.contains(EditDocument.fileName) else { return .operations([]) }
        let history = try recording.folder.read(EditDocument.self).history
        return .operations(history.operations)
    }
}

extension JobEdit {
    /// Reads a list of operations, each a text.
    static func written(_ values: [JSON5Value], in text: JobText) throws(JobFileError) -> JobEdit {
        var lines: [String] = []
        for value in values {
            guard case .string(let line) = value.content else {
                throw text.error(
                    "an operation must be a text such as \"cut 3..5\", but is \(value.kind)", at: value.offset)
            }
            do {
                _ = try WrittenOperation(parsing: line)
            } catch {
                throw text.error("“\(line.excerpt)”: \(error)", at: value.offset)
            }
            lines.append(line)
        }
        return .written(lines)
    }
}

extension JobEdit.Decisions {
    /// Reads `{trim: "A..B", cut: ["A..B", …]}`; both may be left out.
    init(_ object: JobObject) throws(JobFileError) {
        try object.check(keys: ["trim", "cut"])
        trim = try object.string("trim")
        if let trim { try Self.check(trim, object, at: "trim") }
        cut = try (object.list("cut") ?? []).map { value throws(JobFileError) in
            guard case .string(let range) = value.content else {
                throw object.text.error("a cut must be a text such as \"3..5\", but is \(value.kind)", at: value.offset)
            }
            try Self.check(range, object, at: "cut")
            return range
        }
    }

    private static func check(_ range: String, _ object: JobObject, at key: String) throws(JobFileError) {
        do throws(TimecodeError) {
            _ = try TimePositionRange(parsing: range)
        } catch {
            throw object.error("“\(key)”: \(error)", at: key)
        }
    }
}

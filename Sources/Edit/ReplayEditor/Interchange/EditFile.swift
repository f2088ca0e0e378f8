import Files
public import ReplayErrors
public import ReplayInterchange
import ReplayJSON
import ReplayLibrary
public import ReplayTimeline

/// A file of at most 16 MiB that describes an edit. The file is either a list of operations, which are added to the
/// existing ones, or another program's edit or chapters in an ``InterchangeFormat``. The contents determine the kind.
public struct EditFile: Sendable {
    private enum Content: Sendable {
        case script(EditScript)
        case document(InterchangeDocument)
    }

    /// The effect of a file on a recording.
    public struct Effect: Sendable {
        /// The changes to the edit. Empty if the edit already has them.
        public let changes: [EditChange]
        /// A sentence about the parts of the file that are left out, or nil if there are none.
        public let loss: String?
    }

    private let path: String
    private let content: Content

    static let maxFileSize = 16 << 20

    /// Reads a file.
    /// - Throws: `EditScriptError`, `EditFileError`, `FileSystemError`.
    public static func read(_ path: String) throws -> EditFile {
        try EditFile(RegularFile.contents(of: path, limit: maxFileSize), path: path)
    }

    /// Reads the contents of a file.
    /// - Throws: `EditScriptError`, `EditFileError`.
    package init(_ bytes: [UInt8], path: String) throws {
        let format = InterchangeFormat(contents: bytes, fileName: path)
        let content = try Self.catching(path: path) {
            switch format {
            case .edl: Content.document(.cmx3600(try CMX3600List(bytes)))
            case .vtt, .ffmetadata:
                try format.map { .document(.chapters(try WrittenChapter.read(bytes, as: $0), $0)) }
                    ?? Self.json(bytes, path: path)
            case .mlt, .fcpxml:
                throw InterchangeError(
                    format ?? .mlt, reason: "it is XML, which Replay writes for other programs but does not read")
            case .otio, .llc, nil: try Self.json(bytes, path: path)
            }
        }
        (self.path, self.content) = (path, content)
    }

    /// The other program's document, or nil if the file is a list of operations.
    package var document: InterchangeDocument? {
        if case .document(let document) = content { document } else { nil }
    }

    private static func json(_ bytes: [UInt8], path: String) throws -> Content {
        let text = JSON5Text(bytes)
        func fail(_ error: JSON5Error) -> EditScriptError {
            EditScriptError(path: path, place: text.place(of: error.offset), reason: error.reason)
        }
        do {
            try checkBeginning(of: bytes)
            let value = try text.parse()
            guard case .object(let members) = value.content else {
                return .script(try EditScript(value, in: text, path: path))
            }
            switch InterchangeFormat(keys: members.map(\.key)) {
            case .otio: return .document(.openTimelineIO(try OTIOTimeline(try value.decode(OTIOItem.self))))
            case .llc: return .document(.losslessCut(try value.decode(LosslessCutProject.self)))
            default: return .script(try EditScript(value, in: text, path: path))
            }
        } catch let error as JSON5Error {
            throw fail(error)
        }
    }

    /// Checks that the text starts like JSON5, so that other text gets a more helpful error than a parse error.
    private static func checkBeginning(of bytes: [UInt8]) throws(JSON5Error) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].firstIndex { $0 != 0x20 && !(9...13).contains($0) }
        let beginnings: [Unicode.Scalar] = ["[", "{", "/"]
        guard let first, beginnings.contains(Unicode.Scalar(bytes[first])) else {
            throw JSON5Error(
                offset: first ?? start,
                reason:
                    "neither a list of operations, such as [\"cut 3..5\"], nor a known format of another program begins here"
            )
        }
    }

    /// Returns the effect of the file on a session’s recording.
    /// - Throws: `EditScriptError`, `EditFileError`, `FileSystemError`.
    public func effect(on session: EditSession) throws -> Effect {
        switch content {
        case .script(let script):
            return Effect(changes: try script.resolved(in: session).map { .perform($0) }, loss: nil)
        case .document(let document):
            let edit = try Self.catching(path: path) {
                try document.edit(
                    for: session.edit, rate: session.editingRate, marks: try session.marks())
            }
            return Effect(
                changes: edit.changes(to: session.history), loss: edit.loss.map { "\(path): \($0)" })
        }
    }

    /// Returns the first operation of a list that conflicts with earlier operations, and its position.
    /// - Parameters:
    ///   - effect: The effect that could not be applied.
    ///   - session: The session without the changes.
    ///   - changes: The changes to make before those of the file.
    /// - Returns: An error, or nil if the file is not a list or something else is wrong.
    public func conflict(
        in effect: Effect, on session: EditSession, after changes: [EditChange]
    ) -> EditScriptError? {
        guard case .script(let script) = content else { return nil }
        var history = session.history
        do throws(EditError) { try history.change(.all(changes)) } catch { return nil }
        return script.conflict(among: effect.changes, in: history)
    }

    private static func catching<Value>(path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as InterchangeError {
            throw EditFileError(path: path, reason: error)
        }
    }
}

/// An error that occurs while reading another program's file.
public struct EditFileError: CategorizedError {
    /// The path of the file.
    public let path: String
    /// The reason.
    public let reason: InterchangeError

    /// The category of the error.
    public var category: ErrorCategory { reason.category }

    /// A sentence that names the file.
    public var description: String { "\(path): \(reason)" }
}

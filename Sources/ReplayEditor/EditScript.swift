public import MediaTime
public import ReplayErrors
import ReplayJSON
import ReplayLibrary
public import ReplayTimeline

/// A file of operations that somebody wrote, such as `["cut 3..5", "blur 8..9 200x50+10+10"]`: a JSON5 list of at most 16 MiB,
/// its texts as `WrittenOperation` reads them.
public struct EditScript: Sendable {
    private let path: String
    private let text: JSON5Text
    private let operations: [(operation: WrittenOperation, offset: Int)]

    private static let maxFileSize = 16 << 20

    /// Reads a file.
    /// - Throws: `EditScriptError`, `FileSystemError`.
    public static func read(_ path: String) throws -> EditScript {
        let text = JSON5Text(try RegularFile.contents(of: path, limit: maxFileSize))
        func fail(_ reason: String, at offset: Int) -> EditScriptError {
            EditScriptError(path: path, place: text.place(of: offset), reason: reason)
        }
        let value: JSON5Value
        do throws(JSON5Error) {
            value = try text.parse()
        } catch {
            throw fail(error.reason, at: error.offset)
        }
        guard case .array(let lines) = value.content else {
            throw fail(
                "it is to be a list of operations, such as [\"cut 3..5\"], but is \(value.kind)", at: value.offset)
        }
        let operations = try lines.map { line in
            guard case .string(let words) = line.content else {
                throw fail("an operation is a text such as \"cut 3..5\", but this is \(line.kind)", at: line.offset)
            }
            do {
                return (operation: try WrittenOperation(parsing: words), offset: line.offset)
            } catch {
                throw fail("\(error)", at: line.offset)
            }
        }
        return EditScript(path: path, text: text, operations: operations)
    }

    /// The operations on a session’s recording.
    /// - Throws: `EditScriptError`.
    public func resolved(in session: EditSession) throws -> [EditOperation] {
        try operations.map { entry in
            do {
                return try session.resolve(entry.operation)
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

    fileprivate init(path: String, place: TextPlace, reason: String) {
        (self.path, line, column, self.reason) = (path, place.line, place.column, reason)
    }

    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence that gives the place.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension EditSession {
    /// What a written operation means in this recording.
    /// - Throws: `TimecodeError`.
    public func resolve(_ operation: WrittenOperation) throws(TimecodeError) -> EditOperation {
        try operation.resolved(in: edit.duration, frameTime: frameTime)
    }
}

import Descriptors
import Glibc
public import ReplayErrors
import SystemPackage

/// A file or folder with which something could not be done.
public struct FileSystemError: CategorizedError {
    /// The `errno` of the call that failed.
    public let code: Int32
    /// What was tried, as a verb phrase: "create", "write to".
    public let operation: String
    /// The file or folder, as a person would name it.
    public let subject: String

    /// Why and what to do, where the code does not say it.
    private let explanation: String?

    /// - Parameter reason: why, and what to do, as the end of a sentence; nil: what the code means.
    package init(_ code: Int32 = errno, operation: String, subject: String, reason: String? = nil) {
        explanation = reason
        self.code = code
        self.operation = operation
        self.subject = subject
    }

    /// Does what swift-system does, whose errors tell neither what was tried nor on what.
    @discardableResult
    package static func catching<Result>(
        _ operation: String, _ subject: @autoclosure () -> String, _ call: () throws -> Result
    ) throws(FileSystemError) -> Result {
        do {
            return try call()
        } catch {
            throw FileSystemError(Errno(thrown: error).rawValue, operation: operation, subject: subject())
        }
    }

    /// The same of the file that its user knows, where another had a name for a moment.
    func naming(_ subject: String) -> FileSystemError {
        FileSystemError(code, operation: operation, subject: subject, reason: explanation)
    }

    /// Whether there is no space left for what was to be written.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT].contains(code) }

    /// Whether a file was too long to be read.
    public var isTooLarge: Bool { code == EFBIG && operation == "read" }

    /// What kind of failure it is.
    public var category: ErrorCategory {
        if isTooLarge { return .badData }
        return switch code {
        case ENOENT, ENOTDIR, EISDIR, ESPIPE: .noInput
        case EACCES, EPERM, EROFS: .notPermitted
        case EWOULDBLOCK: .temporary
        default: .cannotCreate
        }
    }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String { "cannot \(operation) \(subject): \(cause)" }

    /// Why, as the end of a sentence.
    package var cause: String { explanation ?? reason }

    private var reason: String {
        switch code {
        case ENOSPC, EDQUOT: "the disk is full"
        case EFBIG: "it may not become larger"
        case EIO: "the disk fails"
        case EWOULDBLOCK: "another process is using it; try again"
        case ENOENT: "there is no such file or folder"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "it is a symbolic link, and links are not followed here"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}

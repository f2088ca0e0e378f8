import Descriptors
import Glibc
public import ReplayErrors
import SystemPackage

/// An error that occurs while using a file or folder.
public struct FileSystemError: CategorizedError, Codable {
    /// The `errno` of the call that failed.
    public let code: Int32
    /// The operation that failed, as a verb phrase: "create", "write to".
    public let operation: String
    /// The file or folder, as shown to the user.
    public let subject: String

    /// The reason and the remedy, if the code does not explain them.
    private let explanation: String?

    /// Creates an error.
    /// - Parameter reason: The reason and the remedy, as the end of a sentence; nil for the meaning of the code.
    package init(_ code: Int32 = errno, operation: String, subject: String, reason: String? = nil) {
        explanation = reason
        self.code = code
        self.operation = operation
        self.subject = subject
    }

    /// Calls `call` and adds the operation and its subject to the error, because swift-system's errors have neither.
    @discardableResult
    package static func catching<Result>(
        _ operation: String, subject: @autoclosure () -> String, call: () throws -> Result
    ) throws(FileSystemError) -> Result {
        do {
            return try call()
        } catch {
            throw FileSystemError(Errno(thrown: error).rawValue, operation: operation, subject: subject())
        }
    }

    /// Returns the error with the file that the user knows as its subject, in place of a temporary file.
    func naming(_ subject: String) -> FileSystemError {
        FileSystemError(code, operation: operation, subject: subject, reason: explanation)
    }

    /// True if the disk or the user's quota is full.
    package var isDiskFull: Bool { [ENOSPC, EDQUOT].contains(code) }

    /// True if a file was too large to be read.
    public var isTooLarge: Bool { code == EFBIG && operation == "read" }

    /// The category of the failure.
    public var category: ErrorCategory {
        if isTooLarge { return .badData }
        return switch code {
        case ENOENT, ENOTDIR, EISDIR, ESPIPE: .noInput
        case EACCES, EPERM, EROFS: .notPermitted
        case EWOULDBLOCK, EBUSY: .temporary
        default: .cannotCreate
        }
    }

    /// A sentence for the user that says what is wrong, without its full stop.
    public var description: String { "cannot \(operation) \(subject): \(cause)" }

    /// The reason, as the end of a sentence.
    package var cause: String { explanation ?? reason }

    private var reason: String {
        switch code {
        case ENOSPC, EDQUOT: "the disk is full"
        case EFBIG: "the file would be too large"
        case EIO: "the disk reports an I/O error"
        case EWOULDBLOCK: "another process is using it; try again"
        case ENOENT: "there is no such file or folder"
        case EACCES, EPERM: "permission denied"
        case ELOOP: "it is a symbolic link, and links are not followed here"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}

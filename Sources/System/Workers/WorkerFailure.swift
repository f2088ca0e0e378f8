package import ReplayErrors

/// An error that a worker reported.
package struct WorkerFailure: CategorizedError, Codable {
    package let description: String
    private let name: String
    private let exitCode: Int32

    package init(_ error: any Error) {
        let category = (error as? any CategorizedError)?.category ?? .failed
        (description, name, exitCode) = ("\(error)", category.name, category.exitCode)
    }

    /// The category of the error in the worker. A worker cannot report success by an error.
    package var category: ErrorCategory {
        (1...255).contains(exitCode) ? ErrorCategory(name: name, exitCode: exitCode) : .failed
    }
}

/// An error that occurs if a worker ends without a result.
package struct WorkerError: CategorizedError, Equatable {
    /// The reason why the worker ended.
    package enum Reason: Equatable, Sendable {
        /// A signal of an error, such as `SIGSEGV`.
        case crashed(signal: Int32)
        /// A signal of another process, or of the kernel if memory is short.
        case killed(signal: Int32)
        /// A system call that kills the process.
        case forbiddenCall
        /// The limit of the processor time.
        case processorTime
        /// The limit of a file's size.
        case fileSize
        /// The limit of the user for a file's size, which is lower.
        case ownFileSize
        /// The end of the time in which any worker should end.
        case hung
        /// A message that makes no sense.
        case invalidMessage
        /// The end without a result.
        case ended(code: Int32)
    }

    /// The purpose of the worker, as a verb phrase: "import lesson.mkv".
    package let operation: String
    package let reason: Reason

    /// Creates an error.
    package init(operation: String, reason: Reason) { (self.operation, self.reason) = (operation, reason) }

    package var category: ErrorCategory {
        switch reason {
        case .killed: .temporary
        case .ownFileSize: .cannotCreate
        default: .badData
        }
    }

    package var description: String { "cannot \(operation): \(explanation)" }

    private var explanation: String {
        switch reason {
        case .crashed(let signal): "its decoder crashed (signal \(signal)); the file is damaged or harmful"
        case .killed(let signal):
            "its decoder was ended by signal \(signal), perhaps because memory is short; try again"
        case .ownFileSize: "the file would be larger than your limit; see “ulimit -f”"
        case .forbiddenCall: "its decoder made a forbidden system call; the file may be harmful"
        case .processorTime: "its decoder needed too much processor time; the file is damaged or harmful"
        case .fileSize: "its decoder wrote too much; the file is damaged or harmful"
        case .hung: "its decoder did not end; the file is damaged or harmful"
        case .invalidMessage: "its decoder sent an invalid message; the file may be harmful"
        case .ended(0): "its decoder ended without a result"
        case .ended(let code): "its decoder ended without a result (exit code \(code))"
        }
    }
}

import ReplayErrors

/// How each error is told: a sentence, and an exit code of sysexits(3).
package enum Failure {
    package static func sentence(for error: any Error) -> String { sentence("\(error)") }

    /// The text in a line.
    package static func sentence(_ text: String) -> String { text.replacing("\n", with: " ").printable }

    package static func exitCode(for error: any Error) -> Int32 {
        ((error as? any CategorizedError)?.category ?? .failed).exitCode
    }
}

import ReplayErrors

/// How each error is told: a sentence, and an exit code of sysexits(3).
package enum Failure {
    package static func sentence(for error: any Error) -> String { sentence("\(error)") }

    /// The text in a line, without its full stop.
    package static func sentence(_ text: String) -> String {
        let line = text.replacing("\n", with: " ").printable
        return line.withoutFullStop
    }

    package static func exitCode(for error: any Error) -> Int32 {
        ((error as? any CategorizedError)?.category ?? .failed).exitCode
    }
}

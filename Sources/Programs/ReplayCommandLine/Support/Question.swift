import Glibc

/// Questions to a user at the terminal. Without a terminal, nobody is asked.
package enum Question {
    /// True if a user can be asked.
    package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Terminal.isInteractive }

    /// Asks until the answer is yes or no. Enter and the end of input mean no.
    package static func isYes(_ question: String) -> Bool {
        while true {
            Terminal.prompt("replay: \(question) [y/N] ".printable)
            let answer = readLine()?.lowercased().filter { !$0.isWhitespace } ?? ""
            switch answer {
            case "y", "yes": return true
            case "", "n", "no", "q": return false
            default: Terminal.say("replay: “\(answer)” is neither y nor n".printable)
            }
        }
    }
}

import Glibc
import Replay

/// Asks a person at the terminal what may be recorded.
struct ConsentQuestion {
    /// What `record` was asked to take besides the screen: “microphone”, “camera”.
    let extras: [String]

    /// - Returns: nil where nothing may be recorded.
    func ask() -> Consent.Answer? {
        let everything = (["screen"] + (extras.isEmpty ? ["microphone"] : extras)).joined(separator: " and ")
        Terminal.say(
            """
            Replay is about to record. What may it take? The answer holds for 8 minutes.
              1  \(everything)
              2  screen only
              3  do not record
            """)
        while true {
            Terminal.prompt("1, 2 or 3: ")
            let reply = readLine().map { line in line.filter { !$0.isWhitespace } }
            switch reply {
            case "1": return .everything
            case "2": return .screen
            case "3", nil: return nil
            default: continue
            }
        }
    }
}

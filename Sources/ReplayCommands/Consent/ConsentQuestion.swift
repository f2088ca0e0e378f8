import Replay

/// Asks a person at the terminal what may be recorded.
struct ConsentQuestion {
    /// What there is to choose besides the screen.
    private let extras: [Consent.Extra]

    /// - Parameter extras: what `record` was asked to take besides the screen; where there is nothing, it is the
    ///   microphone that is asked about, for the next recording.
    init(extras: Set<Consent.Extra>) {
        self.extras = extras.isEmpty ? [.microphone] : Consent.Extra.allCases.filter(extras.contains)
    }

    /// - Returns: nil where nothing may be recorded.
    func ask() -> Consent? {
        Terminal.say(
            """
            Replay is about to record. What may it take? The answer holds for 8 minutes.
              1  \((["screen"] + extras.map(\.rawValue)).joined(separator: " and "))
              2  screen only
              3  do not record
            """)
        while true {
            Terminal.prompt("1, 2 or 3: ")
            switch readLine().map({ line in line.filter { !$0.isWhitespace } }) {
            case "1": return Consent(allowed: Set(extras), at: .now)
            case "2": return Consent(refused: Set(extras), at: .now)
            case "3", nil: return nil
            default: continue
            }
        }
    }
}

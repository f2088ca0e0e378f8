import ArgumentParser
import MediaTime

/// The time to wait before a recording begins, up to one hour.
struct CountdownArgument: ExpressibleByArgument {
    private let seconds: Int

    private static let limit = 3600

    init?(argument: String) {
        guard let time = DurationArgument(argument: argument)?.time.converted(to: 1, rounding: .up).value,
            let seconds = Int(exactly: time), (0...Self.limit).contains(seconds)
        else { return nil }
        self.seconds = seconds
    }

    /// Shows a countdown in the terminal. Ctrl-C ends the program as usual, because nothing is recorded yet.
    func run() async throws {
        defer { Terminal.clearLine() }
        for left in stride(from: seconds, to: 0, by: -1) {
            Terminal.draw("recording in \(left) s")
            try await Task.sleep(for: .seconds(1))
        }
    }
}

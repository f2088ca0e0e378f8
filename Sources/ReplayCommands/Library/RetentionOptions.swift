import ArgumentParser
import Replay
import ReplayCommandLine

/// Which recordings are kept.
struct RetentionOptions: ParsableArguments {
    @Option(help: "Keep this many of the newest recordings.")
    var last: Int?

    @Option(help: "Keep recordings that are at most this many days old.")
    var days: Int?

    @Option(help: "Keep the newest recordings up to this size, such as 500MB or 50GB.")
    var size: SizeArgument?

    @Flag(help: "Remove recordings without an export, too.")
    var unexported = false

    var policy: RetentionPolicy {
        var policy = RetentionPolicy()
        policy.last = last
        policy.days = days
        policy.bytes = size?.bytes
        return policy
    }

    func validate() throws {
        for (option, value) in [("last", last), ("days", days)] {
            if let value, !(1...1_000_000).contains(value) {
                throw ValidationError("--\(option) wants a number from 1 to 1000000")
            }
        }
    }
}

import ArgumentParser
import Replay

/// Which recordings are kept.
struct RetentionOptions: ParsableArguments {
    @Option(help: "Keep so many, the newest.")
    var last: Int?

    @Option(help: "Keep what is no older, in days.")
    var days: Int?

    @Option(help: "Keep so much, the newest: in bytes, or such as 500MB or 50GB.")
    var size: SizeArgument?

    @Flag(help: "Remove also what has no export.")
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

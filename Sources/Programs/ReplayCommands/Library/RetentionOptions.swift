import ArgumentParser
import ReplayCommandLine

/// The options that determine which recordings are kept.
struct RetentionOptions: ParsableArguments {
    @Option(help: "Keep this many of the newest recordings.")
    var last: Int?

    @Option(help: "Keep recordings that are at most this many days old.")
    var days: Int?

    @Option(help: "Keep the newest recordings up to this size, such as 500MB or 50GB.")
    var size: SizeArgument?

    @Flag(help: "Also remove recordings without an export.")
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
                throw ValidationError("--\(option) must be between 1 and 1000000")
            }
        }
    }
}

/// A number of bytes, such as 500MB or 50GB. Units are powers of 1000, as disk manufacturers use them.
struct SizeArgument: ExpressibleByArgument {
    let bytes: Int64

    private static let units = [("K", 1), ("M", 2), ("G", 3), ("T", 4)]

    init?(argument: String) {
        var text = argument.uppercased()
        if text.hasSuffix("B") { text.removeLast() }
        // A number without a unit would mean bytes, which is never intended. Only 0 is accepted.
        guard argument != "0" else {
            bytes = 0
            return
        }
        guard let (unit, power) = Self.units.last(where: { text.hasSuffix($0.0) }),
            let number = Int64(text.dropLast(unit.count)), number >= 0
        else { return nil }
        let (bytes, isTooLarge) = (0..<power).reduce((number, false)) { total, _ in
            let (product, overflow) = total.0.multipliedReportingOverflow(by: 1000)
            return (product, total.1 || overflow)
        }
        guard !isTooLarge else { return nil }
        self.bytes = bytes
    }
}

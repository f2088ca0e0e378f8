import ArgumentParser
import ReplayCommandLine

/// The options of `replay trim` for removing or speeding up idle and silent ranges.
struct QuietOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Remove stretches of at least this length in which the screen stays the same and nothing is heard.",
            valueName: "length"), transform: Self.length)
    var idle: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Remove stretches in which nothing is heard: a level, a length, or both. Default: -40dB,0.5s.",
            valueName: "level,length"), transform: Silence.init(parsing:))
    var silence: Silence?

    @Option(help: ArgumentHelp("What stays of each of them at both ends. Default: 0.2s.", valueName: "length"))
    var margin: DurationArgument?

    @Option(
        help: ArgumentHelp("Play them at this speed, such as 8x, rather than removing them.", valueName: "speed"),
        transform: Self.speed)
    var speed: Speed?

    @Flag(help: "Show what would go, and change nothing.")
    var dryRun = false

    /// True if idle or silent ranges are requested.
    var isGiven: Bool { idle != nil || silence != nil }

    func validate() throws {
        guard !isGiven else { return }
        for (option, isSaid) in [("margin", margin != nil), ("speed", speed != nil), ("dry-run", dryRun)] where isSaid {
            throw ValidationError("“--\(option)” goes with “--idle 2s” or “--silence -40dB,0.5s”")
        }
    }

    /// Returns the ranges, on the recording's clock.
    func ranges(in session: EditSession) throws -> [TimeRange] {
        let activity = try session.activity(
            audibleAbove: (silence ?? Silence()).level, whereStillFor: silence == nil ? idle : nil)
        let margin = margin?.time ?? MediaTime(value: 200, timescale: 1000)
        let idle = idle.map { activity.idle(minimum: $0, margin: margin) } ?? []
        return idle + (silence.map { activity.silent(minimum: $0.length, margin: margin) } ?? [])
    }

    private static func length(_ argument: String) throws -> MediaTime {
        guard let length = DurationArgument(argument: argument)?.time, length > .zero else {
            throw ValidationError("a length is above zero, such as 2s")
        }
        return length
    }

    private static func speed(_ argument: String) throws -> Speed {
        guard let speed = Speed(argument) else { throw ValidationError("a speed is 0.1x to 16x, such as 8x") }
        return speed
    }
}

/// A maximum audio level and a minimum length: `-40dB,0.5s`, or one of the two.
struct Silence {
    private(set) var level = Gain.audibleDefault
    private(set) var length = MediaTime(value: 500, timescale: 1000)

    init() {}

    init(parsing argument: String) throws {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let level = Gain(part), level.hundredths <= 0, part.lowercased().hasSuffix("db") {
                self.level = level
            } else if let length = DurationArgument(argument: part)?.time, length > .zero {
                self.length = length
            } else {
                throw ValidationError("“\(part)” is no level of -60dB to 0dB, and no length, such as 0.5s")
            }
        }
    }
}

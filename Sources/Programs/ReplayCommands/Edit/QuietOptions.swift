import ArgumentParser
import ReplayCommandLine

/// The options of `replay trim` for removing or speeding up idle and silent ranges.
struct QuietOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Remove idle ranges of at least this length: the screen does not change and all audio is silent.",
            valueName: "length"), transform: Self.length)
    var idle: MediaTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Remove silent ranges: a level, a length, or both. Default: -40dB,0.5s.",
            valueName: "level,length"), transform: Silence.init(parsing:))
    var silence: Silence?

    @Option(help: ArgumentHelp("The length to keep at both ends of each range. Default: 0.2s.", valueName: "length"))
    var margin: DurationArgument?

    @Option(
        help: ArgumentHelp("Play the ranges at this speed, such as 8x, instead of removing them.", valueName: "speed"),
        transform: Self.speed)
    var speed: Speed?

    @Flag(help: "Show what would be removed; change nothing.")
    var dryRun = false

    /// True if idle or silent ranges are requested.
    var isGiven: Bool { idle != nil || silence != nil }

    func validate() throws {
        guard !isGiven else { return }
        for (option, isSaid) in [("margin", margin != nil), ("speed", speed != nil), ("dry-run", dryRun)] where isSaid {
            throw ValidationError("“--\(option)” requires “--idle 2s” or “--silence -40dB,0.5s”")
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
            throw ValidationError("a length must be greater than zero, such as 2s")
        }
        return length
    }

    private static func speed(_ argument: String) throws -> Speed {
        guard let speed = Speed(argument) else {
            throw ValidationError("a speed must be between 0.1x and 16x, such as 8x")
        }
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
                throw ValidationError("“\(part)” is neither a level from -60dB to 0dB nor a length such as 0.5s")
            }
        }
    }
}

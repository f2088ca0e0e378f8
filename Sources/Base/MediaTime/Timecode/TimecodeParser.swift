/// A parser of the times and ranges that users type. It keeps the whole input, so that errors can quote it.
struct TimecodeParser {
    let input: String

    static let maxFrameSize = 999_999_999
    static let maxSeconds: Int64 = 100_000 * 3600

    func range() throws(TimecodeError) -> TimePositionRange {
        guard let dots = input.rangeDots else { return try dashedRange() }
        let start = try optionalPosition(input[..<dots.lowerBound])
        let end = try optionalPosition(input[dots.upperBound...])
        return TimePositionRange(start: start, end: end)
    }

    /// Parses `A-B`, the form of users who do not know the dots: two times, neither counted from the end.
    private func dashedRange() throws(TimecodeError) -> TimePositionRange {
        let times = input.split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, !times[0].isEmpty, !times[1].isEmpty else { throw .notARange(input) }
        return TimePositionRange(start: try position(times[0]), end: try position(times[1]))
    }

    func position() throws(TimecodeError) -> TimePosition {
        try position(input[...])
    }

    private func optionalPosition(_ text: Substring) throws(TimecodeError) -> TimePosition? {
        text.isEmpty ? nil : try position(text)
    }

    private func position(_ text: Substring) throws(TimecodeError) -> TimePosition {
        switch text.first {
        case "f": .frame(try frame(text.dropFirst()))
        case "-": .fromEnd(try time(text.dropFirst()))
        default: .time(try time(text))
        }
    }

    private func frame(_ text: Substring) throws(TimecodeError) -> Int {
        let index = try integer(text)
        guard index <= Self.maxFrameSize else { throw .tooLarge(input) }
        return Int(index)
    }

    private func time(_ text: Substring) throws(TimecodeError) -> MediaTime {
        let time = try anyTime(text)
        guard time <= MediaTime(value: Self.maxSeconds, timescale: 1) else { throw .tooLarge(input) }
        return time
    }

    private func anyTime(_ text: Substring) throws(TimecodeError) -> MediaTime {
        // Units as words: `1min`, `10sec`.
        for (word, letter) in [("min", "m"), ("mins", "m"), ("sec", "s"), ("secs", "s")] where text.hasSuffix(word) {
            return try anyTime(text.dropLast(word.utf8.count) + letter)
        }
        if text.hasSuffix("ms") { return try decimal(text.dropLast(2), unitsPerSecond: 1000) }
        if text.contains(where: { $0 == "h" || $0 == "m" }) { return try units(text) }
        if text.hasSuffix("s") { return try decimal(text.dropLast(), unitsPerSecond: 1) }
        return try text.contains(":") ? clock(text) : decimal(text, unitsPerSecond: 1)
    }

    /// Parses hours, minutes and seconds with their letters: `1h`, `2m`, `1m30s`, each at most once.
    private func units(_ text: Substring) throws(TimecodeError) -> MediaTime {
        var (rest, total) = (text, Int64(0))
        for (unit, seconds) in [("h", Int64(3600)), ("m", 60)] as [(Character, Int64)] {
            guard let end = rest.firstIndex(of: unit) else { continue }
            let (product, isTooLarge) = try integer(rest[..<end]).multipliedReportingOverflow(by: seconds)
            guard !isTooLarge, total + product <= Self.maxSeconds, product <= Self.maxSeconds else {
                throw .tooLarge(input)
            }
            total += product
            rest = rest[end...].dropFirst()
        }
        let whole = MediaTime(value: total, timescale: 1)
        guard !rest.isEmpty else { return whole }
        guard rest.hasSuffix("s") else { throw .malformed(input) }
        return whole + (try decimal(rest.dropLast(), unitsPerSecond: 1))
    }

    /// Parses `m:ss` or `h:mm:ss`. Only the first field may be 60 or more.
    private func clock(_ text: Substring) throws(TimecodeError) -> MediaTime {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { throw .malformed(input) }
        var minutes = try integer(fields[0])
        if fields.count == 3 {
            let minute = try integer(fields[1])
            guard minute < 60 else { throw .malformed(input) }
            guard minutes <= Self.maxSeconds / 3600 else { throw .tooLarge(input) }
            minutes = minutes * 60 + minute
        }
        guard minutes <= Self.maxSeconds / 60 else { throw .tooLarge(input) }
        let seconds = try decimal(fields[fields.count - 1], unitsPerSecond: 1)
        guard seconds < MediaTime(value: 60, timescale: 1) else { throw .malformed(input) }
        return MediaTime(value: minutes * 60, timescale: 1) + seconds
    }

    /// Parses digits with an optional decimal point. Each decimal makes the timescale ten times finer.
    private func decimal(_ text: Substring, unitsPerSecond: Int64) throws(TimecodeError) -> MediaTime {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = try integer(parts[0])
        guard whole <= Self.maxSeconds * unitsPerSecond else { throw .tooLarge(input) }
        guard parts.count == 2 else { return MediaTime(value: whole, timescale: Int32(unitsPerSecond)) }
        guard parts[1].utf8.count <= 9 else { throw .tooFine(input) }
        let scale = Int64.powerOfTen(parts[1].utf8.count)
        guard let timescale = Int32(exactly: scale * unitsPerSecond), MediaTime.timescales.contains(timescale)
        else { throw .tooFine(input) }
        return try MediaTime(value: whole * scale + integer(parts[1]), timescale: timescale)
    }

    private func integer(_ text: Substring) throws(TimecodeError) -> Int64 {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard !text.isEmpty, text.utf8.allSatisfy(digits.contains) else { throw .malformed(input) }
        guard let integer = Int64(text) else { throw .tooLarge(input) }
        return integer
    }
}

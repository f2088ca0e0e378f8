extension MediaTime {
    /// Parses a time in WebVTT's syntax, `[h…h:]mm:ss.ttt`, into milliseconds.
    /// - Parameter point: The separator before the milliseconds. SubRip uses a comma.
    package init?(webVTT text: Substring, point: Character = ".") {
        let clock = text.split(separator: ":", omittingEmptySubsequences: false)
        let seconds = clock.last?.split(separator: point, omittingEmptySubsequences: false) ?? []
        guard (2...3).contains(clock.count), seconds.count == 2,
            let hours = clock.count == 3 ? clock[0].number(digits: 1...6) : 0,
            let minutes = clock[clock.count - 2].number(digits: 2...2), minutes < 60,
            let whole = seconds[0].number(digits: 2...2), whole < 60,
            let fraction = seconds[1].number(digits: 3...3)
        else { return nil }
        self = .milliseconds(((hours * 60 + minutes) * 60 + whole) * 1000 + fraction)
    }

    /// The time in WebVTT's syntax, `hh:mm:ss.ttt`, rounded down to milliseconds.
    package var webVTT: String {
        let text = timecode()
        let parts = text.split(separator: ":")
        let padded = parts.dropLast().map { $0.count < 2 ? "0\($0)" : String($0) } + parts.suffix(1).map(String.init)
        return (parts.count < 3 ? ["00"] + padded : padded).joined(separator: ":")
    }
}

extension Substring {
    fileprivate func number(digits: ClosedRange<Int>) -> Int64? {
        digits.contains(utf8.count) && utf8.allSatisfy { (48...57).contains($0) } ? Int64(self) : nil
    }
}

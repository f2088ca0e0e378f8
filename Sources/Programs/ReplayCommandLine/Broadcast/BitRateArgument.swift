import ArgumentParser
import ReplayBroadcast

/// A bit rate on the command line: `4M`, `800k`, `4Mbps` or bits per second.
struct BitRateArgument {
    /// The bit rate, 250,000...100,000,000 bits per second.
    let bitsPerSecond: Int

    /// - Throws: `ValidationError` if the text is not a bit rate in the range.
    init(_ text: String) throws {
        guard let rate = Self.rate(text.lowercased()), BroadcastService.Limits.bitRates.contains(rate) else {
            throw ValidationError("“\(text)” is not a bit rate from 250k to 100M, such as 4M")
        }
        bitsPerSecond = rate
    }

    private static func rate(_ text: String) -> Int? {
        var number = Substring(text)
        if let unit = ["bit/s", "bps", "b"].first(where: text.hasSuffix) { number = number.dropLast(unit.count) }
        let factor =
            switch number.last {
            case "m": 1e6
            case "k": 1e3
            default: 1.0
            }
        if factor > 1 { number = number.dropLast() }
        guard let value = Double(number), value.isFinite else { return nil }
        return Int(saturating: value * factor)
    }
}

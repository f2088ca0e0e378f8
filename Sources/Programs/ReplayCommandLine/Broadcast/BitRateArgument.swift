import ArgumentParser

/// A bit rate on the command line: `4M`, `800k` or bits per second.
struct BitRateArgument: ExpressibleByArgument {
    /// The bit rate, 250,000...100,000,000 bits per second.
    let bitsPerSecond: Int

    private static let range = 250_000...100_000_000

    init?(argument: String) {
        let factors: [(suffix: String, value: Double)] = [("m", 1e6), ("k", 1e3), ("", 1)]
        let text = argument.lowercased()
        guard let factor = factors.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(factor.suffix.count)), number.isFinite,
            case let rate = Int(saturating: number * factor.value), Self.range.contains(rate)
        else { return nil }
        bitsPerSecond = rate
    }
}

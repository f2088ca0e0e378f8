/// A gain in hundredths of a decibel, from -60 to 24 dB.
public struct Gain: Hashable, Sendable {
    /// The gain in hundredths of a decibel.
    public let hundredths: Int

    /// The valid values of ``hundredths``: -60 to 24 dB.
    public static let limits = -6000...2400

    /// Creates a gain, or returns nil if the value is outside `limits`.
    public init?(hundredths: Int) {
        guard Self.limits.contains(hundredths) else { return nil }
        self.hundredths = hundredths
    }

    private init(unchecked hundredths: Int) { self.hundredths = hundredths }

    /// The default threshold of audible audio, -40 dB. Quieter audio is usually not speech.
    public static let audibleDefault = Gain(unchecked: -4000)

    /// The gain in decibels.
    public var decibels: Double { Double(hundredths) / 100 }
}

extension Gain: LosslessStringConvertible {
    /// Reads `-6dB` or `+3.5 dB`, with at most two decimals, or returns nil for any other text or a value
    /// outside `limits`.
    /// The unit is required because 0.5 might be meant as a factor.
    public init?(_ description: String) {
        var text = description[...]
        guard text.lowercased().hasSuffix("db") else { return nil }
        text = text.dropLast(2)
        while text.last == " " { text = text.dropLast() }
        let isNegative = text.first == "-"
        if isNegative || text.first == "+" { text = text.dropFirst() }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard (1...2).contains(parts.count), (1...2).contains(decimals.count),
            (parts + [decimals]).allSatisfy(\.isDigits),
            parts[0].count <= 3, let whole = Int(parts[0]), let part = Int(decimals)
        else { return nil }
        let hundredths = whole * 100 + (decimals.count == 1 ? part * 10 : part)
        self.init(hundredths: isNegative ? -hundredths : hundredths)
    }

    /// The text `-6dB` or `+3.5dB`.
    public var description: String {
        let (whole, part) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : ".\(part / 10)\(part % 10)"
        return (hundredths < 0 ? "-" : "+") + "\(whole)\(decimals)dB"
    }
}

extension Substring {
    fileprivate var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// By how much louder audio is made, in hundredths of a decibel: -60 to 24 dB.
public struct Gain: Hashable, Sendable {
    /// Hundredths of a decibel.
    public let hundredths: Int

    /// What there is: -60 to 24 dB.
    public static let limits = -6000...2400

    /// Nil beyond `limits`.
    public init?(hundredths: Int) {
        guard Self.limits.contains(hundredths) else { return nil }
        self.hundredths = hundredths
    }

    private init(unchecked hundredths: Int) { self.hundredths = hundredths }

    /// What is no louder than this is as a rule no speech: -40 dB.
    public static let audibleDefault = Gain(unchecked: -4000)

    /// In decibels.
    public var decibels: Double { Double(hundredths) / 100 }
}

extension Gain: LosslessStringConvertible {
    /// Reads `-6dB` or `+3.5 dB`, with two decimals at most; nil for anything else, or beyond `limits`. The unit is needed:
    /// 0.5 may be meant as half as loud.
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

    /// `-6dB`, `+3.5dB`.
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

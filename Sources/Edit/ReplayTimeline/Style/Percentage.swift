/// A percentage in steps of a hundredth.
public struct Percentage: Hashable, Sendable {
    /// The value in hundredths of a percent, in 0...10,000.
    public let hundredths: Int

    /// Creates a percentage, or returns nil if the value is not in 0...10,000.
    public init?(hundredths: Int) {
        guard (0...10_000).contains(hundredths) else { return nil }
        self.hundredths = hundredths
    }

    private init(valid hundredths: Int) { self.hundredths = hundredths }

    /// 0 %.
    public static let zero = Percentage(valid: 0)

    /// The value in percent, in 0...100.
    public var percent: Double { Double(hundredths) / 100 }

    /// The value as a fraction, in 0...1.
    public var fraction: Double { Double(hundredths) / 10_000 }
}

extension Percentage: LosslessStringConvertible {
    /// Reads `8%`, `1.25%` or `8`, or returns nil for any other text.
    public init?(_ description: String) {
        let number = description.hasSuffix("%") ? description.dropLast() : description[...]
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.map { $0.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        guard zip(parts, digits).allSatisfy({ !$0.isEmpty && $0.utf8.count == $1.count }), parts[0].utf8.count <= 3,
            let whole = Int(parts[0])
        else { return nil }
        guard parts.count == 2 else {
            self.init(hundredths: whole * 100)
            return
        }
        guard parts[1].utf8.count <= 2, let decimals = Int(parts[1]) else { return nil }
        self.init(hundredths: whole * 100 + decimals * (parts[1].utf8.count == 1 ? 10 : 1))
    }

    /// Returns true for a number between 0 and 1 without a percent sign. `0.75` may be meant as 75 % or as 0.75 %.
    static func isFraction(_ text: String) -> Bool {
        !text.hasSuffix("%") && (Percentage(text).map { (1..<100).contains($0.hundredths) } ?? false)
    }

    /// Returns a sentence that asks for a percent sign, or nil if the text is not a fraction of a valid value.
    /// - Parameters:
    ///   - text: The value that is not valid.
    ///   - property: The word before the value.
    ///   - valid: The valid values in hundredths of a percent.
    static func signRequest(for text: String, of property: String, in valid: ClosedRange<Int>) -> String? {
        guard isFraction(text), let hundredths = Percentage(text)?.hundredths else { return nil }
        let meant = [hundredths * 100, hundredths].filter(valid.contains).compactMap { Percentage(hundredths: $0) }
        guard !meant.isEmpty else { return nil }
        let examples = meant.map { "“\(property) \($0)”" }.joined(separator: " or ")
        return "“\(property) \(text)” requires a percent sign; write \(examples)"
    }

    /// The text `8%` or `1.25%`.
    public var description: String {
        let decimals = hundredths % 100
        let text = decimals % 10 == 0 ? "\(decimals / 10)" : (decimals < 10 ? "0" : "") + "\(decimals)"
        return "\(hundredths / 100)" + (decimals == 0 ? "" : "." + text) + "%"
    }
}

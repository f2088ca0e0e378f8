/// Texts of styles, in the form that users write.
public enum StyleText {
    /// Returns a style of any properties.
    public static func random(using random: inout SplitMix64) -> String {
        var words = [["none", "calm", "glass"].randomElement(using: &random) ?? "none"]
        words += ["background", background(using: &random)]
        for (property, max) in [("padding", 4000), ("radius", 2000), ("shadow", 10_000)] {
            words += [property, share(max, using: &random)]
        }
        for (property, max) in [("border", 500), ("inset", 900)] where Bool.random(using: &random) {
            words += [property, share(max, using: &random), colour(using: &random)]
        }
        let (width, height) = (Int.random(in: 10...40, using: &random), Int.random(in: 10...40, using: &random))
        let aspects = ["screen", "\(width):\(height)", "\(width * 20)x\(height * 20)"]
        words += ["aspect", aspects.randomElement(using: &random) ?? "screen"]
        return words.joined(separator: " ")
    }

    private static func background(using random: inout SplitMix64) -> String {
        func colours(_ count: Int, using random: inout SplitMix64) -> String {
            (0..<count).map { _ in colour(using: &random) }.joined(separator: "-")
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return colour(using: &random)
        case 1: return "mesh:" + colours(4, using: &random)
        case 2:
            return colours(.random(in: 2...5, using: &random), using: &random)
                + "@\(Int.random(in: 0..<360, using: &random))"
        default: return "blur"
        }
    }

    private static func share(_ max: Int, using random: inout SplitMix64) -> String {
        let hundredths = Int.random(in: 0...max, using: &random)
        return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)%"
    }

    private static func colour(using random: inout SplitMix64) -> String {
        String((0..<6).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
    }
}

import HLSPlaylist

/// The rule for row 8: variants have the same aspect ratio, and every player can decode them. The first suits most
/// players, and one suits a phone (Apple 1.3, 9.19 to 9.21).
struct LadderRule: HLSRule {
    private static let usual = 1_000_000...3_000_000
    private static let cellular = 192_000

    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        let videos = main.variants.filter { $0.resolution != nil }
        let levels = videos.compactMap { level($0, presentation: presentation, main: main) }
        guard videos.count > 1 else { return levels }
        return levels + aspects(of: videos, in: main) + first(of: videos, in: main) + smallest(main)
    }

    private func aspects(of variants: [Stated<VariantTag>], in main: Presentation.Main) -> [HLSFinding] {
        guard let first = variants.first?.resolution else { return [] }
        return variants.compactMap { variant in
            guard let size = variant.resolution else { return nil }
            // Width and height are even, so each may be off by one pixel.
            let distance = abs(size.width * first.height - first.width * size.height)
            guard distance > 2 * max(first.width, first.height) else { return nil }
            return finding(
                main, line: variant.line, found: "RESOLUTION=\(size)",
                expected: "the shape of \(first), the first variant")
        }
    }

    private func level(_ variant: Stated<VariantTag>, presentation: Presentation, main: Presentation.Main)
        -> HLSFinding?
    {
        guard let size = variant.resolution, size.width * size.height <= 1920 * 1088,
            variant.frameRate.map({ $0 <= 60 }) ?? true
        else { return nil }
        let held = presentation.rendition(of: variant.uri)?.movie?.video?.description?.level
        guard let level = held ?? Self.level(variant.codecs ?? []), level > 42 else { return nil }
        return finding(
            main, line: variant.line, found: "level \(level / 10).\(level % 10) for \(size)",
            expected: "4.2 at most, up to 1080p60")
    }

    /// Returns the level of the first AVC codec in CODECS.
    private static func level(_ codecs: [String]) -> Int? {
        codecs.first { $0.hasPrefix("avc1.") || $0.hasPrefix("avc3.") }.flatMap { Int($0.suffix(2), radix: 16) }
    }

    private func first(of variants: [Stated<VariantTag>], in main: Presentation.Main) -> [HLSFinding] {
        let rates = main.variants.compactMap(\.bandwidth)
        guard let first = variants.first, let rate = first.bandwidth, !Self.usual.contains(rate),
            let better = rates.filter(Self.usual.contains).min(by: { abs($0 - 2_000_000) < abs($1 - 2_000_000) })
        else { return [] }
        return [
            finding(
                main, line: first.line, found: "a first variant of \(rate) bit/s",
                expected: "one of about 2 Mb/s first, such as that of \(better)")
        ]
    }

    private func smallest(_ main: Presentation.Main) -> [HLSFinding] {
        let rates = main.variants.compactMap(\.bandwidth)
        guard let least = rates.min(), least > Self.cellular else { return [] }
        let line = main.variants.first { $0.bandwidth == least }?.line
        return [
            finding(
                main, line: line ?? 1, found: "no variant below \(least) bit/s",
                expected: "one of at most \(Self.cellular), for cellular")
        ]
    }

    private func finding(_ main: Presentation.Main, line: Int, found: String, expected: String) -> HLSFinding {
        HLSFinding(.ladder, file: main.path, line: line, found: found, expected: expected)
    }
}

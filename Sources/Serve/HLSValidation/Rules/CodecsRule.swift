import HLSPlaylist
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The rule for row 7, formats: CODECS, RESOLUTION and FRAME-RATE agree with the media (RFC 8216, 4.3.4.2; RFC 6381;
/// Apple 9.1 to 9.5).
struct CodecsRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        let variants = main.variants.flatMap {
            check($0, main: main, presentation: presentation, isWhole: true)
        }
        return variants
            + main.iFrames.flatMap { check($0, main: main, presentation: presentation, isWhole: false) }
    }

    /// - Parameter isWhole: True for a variant with audio and a frame rate, false for an I-frame playlist.
    private func check(
        _ tag: Stated<VariantTag>, main: Presentation.Main, presentation: Presentation, isWhole: Bool
    ) -> [HLSFinding] {
        let rendition = presentation.rendition(of: tag.uri)
        let others = isWhole ? presentation.renditions(besides: tag.value) : []
        let isSilent = isWhole && rendition?.hasVideo == false
        let findings =
            codecs(of: tag.value, in: [rendition].compactMap(\.self) + others)
            + (isSilent
                ? []
                : resolution(of: tag.value, in: rendition) + (isWhole ? frameRate(of: tag.value, in: rendition) : []))
        return findings.map { found, expected in
            HLSFinding(.bandwidth, file: main.path, line: tag.line, found: found, expected: expected)
        }
    }

    private func codecs(of tag: VariantTag, in renditions: [Rendition]) -> [(String, String)] {
        guard let stated = tag.codecs else { return [("no CODECS", "CODECS")] }
        let tracks = renditions.flatMap { $0.maps.values.flatMap(\.movie.tracks) }
        let held = Set(tracks.compactMap { $0.description?.codec }).sorted()
        let known = renditions.allSatisfy { $0.role == .subtitles || !$0.maps.isEmpty }
        let missing = held.filter { codec in !stated.contains { Self.agree($0, codec) } }
        let surplus = stated.filter { codec in
            known && !Self.captions.contains(codec) && !held.contains { Self.agree(codec, $0) }
        }
        guard !missing.isEmpty || !surplus.isEmpty else { return [] }
        return [("CODECS=\"\(stated.joined(separator: ","))\"", "\"\(held.joined(separator: ","))\", as the media say")]
    }

    private static let captions: Set<String> = ["wvtt", "stpp", "stpp.ttml.im1t"]

    /// Returns true if the codecs agree. AVC and MPEG-4 audio are compared completely, other codecs by format only.
    private static func agree(_ stated: String, _ held: String) -> Bool {
        let (first, second) = (stated.lowercased(), held.lowercased())
        return first == second || !second.contains(".") && first.prefix(4) == second.prefix(4)
    }

    private func resolution(of tag: VariantTag, in rendition: Rendition?) -> [(String, String)] {
        let held = rendition?.movie?.video?.description?.size
        guard let stated = tag.resolution else {
            return [("no RESOLUTION", held.map { "RESOLUTION=\($0)" } ?? "RESOLUTION")]
        }
        guard let held, held != stated else { return [] }
        return [("RESOLUTION=\(stated)", "\(held), as the media say")]
    }

    private func frameRate(of tag: VariantTag, in rendition: Rendition?) -> [(String, String)] {
        guard let stated = tag.frameRate else { return [("no FRAME-RATE", "FRAME-RATE")] }
        let runs = rendition?.fragmented.compactMap(\.segment.video) ?? []
        let length = runs.reduce(Seconds.zero) { $0 + $1.duration }.nanoseconds
        let count = Int64(runs.reduce(0) { $0 + $1.sampleCount })
        // The tolerance is one percent, and one frame that may be short at the end.
        guard length > 0, let measured = Rational(max(0, count - 1) * 1_000_000_000, length),
            let allowed = Rational(stated.numerator * 101, stated.denominator * 100), measured > allowed
        else { return [] }
        return [("FRAME-RATE=\(stated)", "at least \(count * 1_000_000_000 / length), the frames per second")]
    }
}

extension Presentation {
    /// Returns the renditions that play together with a variant: those of the groups that its tag names.
    func renditions(besides tag: VariantTag) -> [Rendition] {
        ["AUDIO", "SUBTITLES"].flatMap { renditions(ofType: $0, group: tag.attributes[$0]) }
    }

    func renditions(ofType type: String, group: String?) -> [Rendition] {
        guard let main, let group else { return [] }
        return main.renditions.filter { $0.type == type && $0.group == group }
            .compactMap { rendition(of: $0.uri) }
    }
}

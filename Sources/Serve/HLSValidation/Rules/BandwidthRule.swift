import HLSPlaylist

/// The rule for row 7, bit rates: BANDWIDTH is the measured peak including audio, and AVERAGE-BANDWIDTH is the measured
/// average (RFC 8216, 4.3.4.2; Apple 9.13 to 9.15). A peak above twice the average is only a warning. A screen that is
/// static for a long time and then changes cannot avoid it.
struct BandwidthRule: HLSRule {
    /// The difference in percent above which a value is a violation. Above 1 % it is a warning.
    private static let percent = 10

    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        let variants = main.variants.flatMap {
            check($0, main: main, presentation: presentation, hasAudio: true)
        }
        return variants
            + main.iFrames.flatMap { check($0, main: main, presentation: presentation, hasAudio: false) }
    }

    private func check(
        _ tag: Stated<VariantTag>, main: Presentation.Main, presentation: Presentation, hasAudio: Bool
    ) -> [HLSFinding] {
        let measured =
            hasAudio
            ? rate(of: tag.value, in: presentation)
            : presentation.rendition(of: tag.uri).flatMap { $0.playlist.isLive ? nil : MeasuredBitRate($0) }
        var findings = compare("BANDWIDTH", stated: tag.bandwidth, measured: measured?.peak, tag: tag, main: main)
        if hasAudio || tag.averageBandwidth != nil {
            findings += compare(
                "AVERAGE-BANDWIDTH", stated: tag.averageBandwidth, measured: measured?.average, tag: tag, main: main)
        }
        if hasAudio, let measured, measured.peak > 2 * measured.average {
            let percent = measured.peak * 100 / max(1, measured.average)
            findings.append(
                HLSFinding(
                    .bandwidth, severity: .warning, file: main.path, line: tag.line,
                    found: "a peak of \(measured.peak) bit/s, \(percent) % of the average",
                    expected: "at most 200 % of the average of \(measured.average) bit/s"))
        }
        return findings
    }

    /// Returns the bit rate of a variant together with the largest rendition of each group that plays with it.
    private func rate(of tag: VariantTag, in presentation: Presentation) -> MeasuredBitRate? {
        guard let own = presentation.rendition(of: tag.uri), !own.playlist.isLive, var sum = MeasuredBitRate(own) else {
            return nil
        }
        for type in ["AUDIO", "SUBTITLES"] {
            let group = presentation.renditions(ofType: type, group: tag.attributes[type])
            // An audio-only variant names the group that contains itself.
            let others = group.filter { $0.path != own.path }
            if group.count > others.count { continue }
            let rates = others.compactMap(MeasuredBitRate.init)
            guard rates.count == others.count else { return nil }
            sum = sum + rates.reduce(.none) { $0.larger($1) }
        }
        return sum
    }

    private func compare(
        _ name: String, stated: Int?, measured: Int?, tag: Stated<VariantTag>, main: Presentation.Main
    ) -> [HLSFinding] {
        guard let stated else {
            return [
                HLSFinding(
                    .bandwidth, file: main.path, line: tag.line, found: "no \(name)",
                    expected: measured.map { "\(name)=\($0)" } ?? name)
            ]
        }
        guard let measured else { return [] }
        let distance = Int128(abs(Int128(stated) - Int128(measured))) * 100
        guard distance > Int128(measured) else { return [] }
        let isFar = distance > Int128(measured) * Int128(Self.percent)
        return [
            HLSFinding(
                .bandwidth, severity: isFar ? .violation : .warning, file: main.path, line: tag.line,
                found: "\(name)=\(stated)",
                expected: "\(measured), as measured")
        ]
    }
}

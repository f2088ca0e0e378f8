import MediaTime

extension Captions {
    /// The captions as a WebVTT file: the header blocks and all cues.
    package var webVTT: String {
        (["WEBVTT\n"] + header.map { "\n\($0)\n" } + cues.map(\.text)).joined()
    }

    /// The captions as a SubRip file, which has no styles and no positions.
    package var subRip: String {
        let shown = cues.map { (range: $0.range, text: $0.subRipText) }.filter { !$0.text.isEmpty }
        return shown.enumerated().map { number, cue in
            "\(number + 1)\n\(cue.range.start.subRip) --> \(cue.range.end.subRip)\n\(cue.text)\n"
        }.joined(separator: "\n")
    }
}

extension MediaTime {
    /// The time in the format of `webVTT`, with SubRip's comma.
    fileprivate var subRip: String { String(webVTT.map { $0 == "." ? "," : $0 }) }
}

import MediaTime

extension Captions {
    /// A file of WebVTT: what stands before the cues in theirs, and all of them.
    var webVTT: String {
        (["WEBVTT\n"] + header.map { "\n\($0)\n" } + cues.map(\.text)).joined()
    }

    /// A file of SubRip, which has neither styles nor places.
    var subRip: String {
        let shown = cues.map { (range: $0.range, text: $0.subRipText) }.filter { !$0.text.isEmpty }
        return shown.enumerated().map { number, cue in
            "\(number + 1)\n\(cue.range.start.subRip) --> \(cue.range.end.subRip)\n\(cue.text)\n"
        }.joined(separator: "\n")
    }
}

extension MediaTime {
    /// As `webVTT`, with SubRip's comma.
    fileprivate var subRip: String { String(webVTT.map { $0 == "." ? "," : $0 }) }
}

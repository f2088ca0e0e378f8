import HLSPlaylist

/// The rule for row 11: captions are WebVTT over the whole duration. They are mapped to the media's clock, and state
/// their language (RFC 8216, 3.5 and 4.3.4.1; Apple 5.9).
struct CaptionRule: HLSRule {
    private static let tolerance = Seconds.milliseconds(500)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        tags(presentation) + presentation.subtitles.flatMap { length(of: $0, in: presentation) + texts($0) }
    }

    private func tags(_ presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        return main.renditions.filter { $0.type == "SUBTITLES" }.flatMap { tag in
            ["GROUP-ID", "NAME", "LANGUAGE", "URI"].filter { tag.attributes[$0] == nil }.map {
                HLSFinding(
                    .captions, file: main.path, line: tag.line, found: "a subtitles rendition without \($0)",
                    expected: $0)
            }
        }
    }

    private func length(of rendition: Rendition, in presentation: Presentation) -> [HLSFinding] {
        guard let variant = presentation.variants.first, !variant.playlist.isLive,
            !rendition.playlist.duration.isWithin(Self.tolerance, of: variant.playlist.duration)
        else { return [] }
        return [
            HLSFinding(
                .captions, file: rendition.path, line: rendition.lines.segments.last?.duration,
                found: "captions for \(rendition.playlist.duration)",
                expected: "\(variant.playlist.duration), as in \(variant.path)")
        ]
    }

    private func texts(_ rendition: Rendition) -> [HLSFinding] {
        zip(rendition.entries, rendition.segments).flatMap { entry, loaded -> [HLSFinding] in
            switch loaded.content {
            case .text(let file): return check(file, at: loaded.file)
            case .missing, .fragmented: return []
            case .transportStream, .other:
                return [
                    HLSFinding(
                        .captions, file: rendition.path, line: entry.lines.uri,
                        found: "\(loaded.file), which is not WebVTT",
                        expected: "WebVTT")
                ]
            }
        }
    }

    private func check(_ text: WebVTTFile, at path: String) -> [HLSFinding] {
        let faults = text.faults.map {
            HLSFinding(.captions, file: path, line: $0.line, found: $0.found, expected: $0.expected)
        }
        guard text.timestampMapLine == nil, faults.isEmpty else { return faults }
        return [
            HLSFinding(
                .captions, file: path, line: 1, found: "no X-TIMESTAMP-MAP",
                expected: "it in the header, such as X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0")
        ]
    }
}

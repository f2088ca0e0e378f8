import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The rule for row 5, segments: complete boxes, and consecutive byte ranges (RFC 8216, 3.3 and 4.3.2.2).
struct ByteRangeRule: HLSRule {
    private static let openers: Set<FourCC> = ["styp", "sidx", "prft", "emsg", "moof"]

    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.renditions.filter { $0.role != .iFrames }.flatMap { contiguity($0) + boxes($0) }
    }

    private func contiguity(_ rendition: Rendition) -> [HLSFinding] {
        let entries = rendition.entries
        return zip(entries, entries.dropFirst()).compactMap { first, second in
            guard first.segment.uri == second.segment.uri, let before = first.segment.byteRange,
                let range = second.segment.byteRange,
                before.end != range.offset
            else { return nil }
            return HLSFinding(
                .structure, file: rendition.path, line: second.lines.uri,
                found: "a byte range that begins at \(range.offset)",
                expected: "\(before.end), where the previous range ends")
        }
    }

    private func boxes(_ rendition: Rendition) -> [HLSFinding] {
        rendition.fragmented.flatMap { entry, loaded, segment -> [HLSFinding] in
            let faults = [segment.layout.fault, segment.fault].compactMap(\.self)
            guard faults.isEmpty else { return faults.map { HLSFinding(.structure, file: loaded.file, fault: $0) } }
            let types = segment.layout.types
            let isSegment = types.first.map(Self.openers.contains) ?? false
            guard !isSegment || !types.contains("moof") || !types.contains("mdat") else { return [] }
            return [
                HLSFinding(
                    .structure, file: rendition.path, line: entry.lines.uri,
                    found: "a segment of \(types.prefix(8).map(\.text).joined(separator: ", "))",
                    expected: "moof and mdat, from the start of a box")
            ]
        }
    }
}

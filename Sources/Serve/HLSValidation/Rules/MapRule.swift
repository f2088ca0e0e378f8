import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The rule for row 5, initialization sections: exactly `ftyp` and `moov` (RFC 8216, 3.3).
struct MapRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.renditions.flatMap { rendition in
            rendition.movies.flatMap { check($0, path: rendition.path) } + absence(rendition)
        }
    }

    private func check(_ map: LoadedMap, path: String) -> [HLSFinding] {
        let movie = map.movie
        if let fault = movie.layout.fault { return [HLSFinding(.structure, file: movie.file, fault: fault)] }
        let types = movie.layout.types
        guard types == ["ftyp", "moov"] else {
            let place = movie.layout.boxes.enumerated().first { index, box in
                index > 1 || box.type != (["ftyp", "moov"] as [FourCC])[index]
            }?.element.offset
            return [
                HLSFinding(
                    .structure, file: movie.file, offset: place ?? 0,
                    found: "an EXT-X-MAP of \(types.prefix(8).map(\.text).joined(separator: ", "))",
                    expected: "exactly ftyp, moov")
            ]
        }
        guard movie.header == nil || movie.tracks.contains(where: { $0.description == nil }) else { return [] }
        return [
            HLSFinding(
                .structure, file: path, line: map.line, found: "\(movie.file), whose moov box cannot be parsed",
                expected: "tracks, each with a sample description")
        ]
    }

    private func absence(_ rendition: Rendition) -> [HLSFinding] {
        rendition.fragmented.first { $0.entry.segment.map == nil }.map { entry, _, _ in
            [
                HLSFinding(
                    .structure, file: rendition.path, line: entry.lines.uri,
                    found: "an fMP4 segment without #EXT-X-MAP",
                    expected: "EXT-X-MAP before it")
            ]
        } ?? []
    }
}

import Files
import Glibc
import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// A loader that reads everything that a playlist refers to inside the store.
struct PresentationLoader {
    private let store: any PresentationStore
    private(set) var budget: ReadingBudget
    private var problems: [HLSFinding] = []

    private static let renditionLimit = 200

    init(_ store: any PresentationStore, budget: ReadingBudget) {
        (self.store, self.budget) = (store, budget)
    }

    /// Loads a media playlist by itself.
    mutating func load(alone path: String, _ text: PlaylistText) -> Presentation {
        let parsed = ParsedMediaPlaylist(text)
        let role: PlaylistRole = parsed.playlist.isIFramesOnly ? .iFrames : .variant
        let rendition = rendition(path, role: role, text: text, parsed: parsed)
        return Presentation(main: nil, renditions: [rendition], problems: problems)
    }

    /// Loads a multivariant playlist and the media playlists that it names.
    mutating func load(main path: String, _ text: PlaylistText) -> Presentation {
        let main = Presentation.Main(path: path, text: text, parsed: ParsedMultivariantPlaylist(text))
        var renditions: [Rendition] = []
        var seen: Set<String> = []
        for reference in main.parsed.references {
            guard let components = resolve(reference.uri, from: path, line: reference.line),
                seen.insert(components.joined(separator: "/")).inserted
            else { continue }
            guard seen.count <= Self.renditionLimit else {
                note(
                    path, line: reference.line, found: "more than \(Self.renditionLimit) media playlists",
                    expected: "at most that many; the rest is not checked")
                break
            }
            if let rendition = media(components, for: reference, in: path) { renditions.append(rendition) }
        }
        return Presentation(main: main, renditions: renditions, problems: problems)
    }

    private mutating func media(
        _ components: [String], for reference: PlaylistReference, in main: String
    ) -> Rendition? {
        do throws(FileSystemError) {
            let text = try store.playlist(components)
            guard !text.isMultivariant else {
                note(
                    main, line: reference.line, found: "\(reference.uri) is a multivariant playlist",
                    expected: "a media playlist")
                return nil
            }
            let parsed = ParsedMediaPlaylist(text)
            // An I-frame playlist is treated as one even if a variant tag names it.
            let role = parsed.playlist.isIFramesOnly ? .iFrames : reference.role
            return rendition(components.joined(separator: "/"), role: role, text: text, parsed: parsed)
        } catch {
            note(
                main, line: reference.line, found: Self.sentence(error),
                expected: "a media playlist, of at most 16 MiB and 200000 lines")
            return nil
        }
    }

    private mutating func rendition(
        _ path: String, role: PlaylistRole, text: PlaylistText, parsed: ParsedMediaPlaylist
    ) -> Rendition {
        var maps: [MediaMap: LoadedMap] = [:]
        var segments: [LoadedSegment] = []
        var lastMap: MediaMap?
        for entry in parsed.entries {
            budget.spend(bytes: 1024)
            let map = entry.segment.map
            if let map, let line = entry.lines.map, map != lastMap, maps[map] == nil, !budget.isSpent {
                maps[map] = movie(map, line: line, in: path).map { LoadedMap(movie: $0, line: line) }
            }
            lastMap = map
            segments.append(segment(entry, movie: map.flatMap { maps[$0]?.movie }, in: path))
        }
        if let map = parsed.playlist.pending?.map, maps[map] == nil, let line = parsed.lines.pendingParts.first {
            maps[map] = movie(map, line: line, in: path).map { LoadedMap(movie: $0, line: line) }
        }
        if budget.isSpent {
            note(
                path, line: nil, found: "more media than is checked",
                expected: "256 MiB of boxes and 4000000 samples at most")
        }
        return Rendition(path: path, role: role, text: text, parsed: parsed, maps: maps, segments: segments)
    }

    private mutating func movie(_ map: MediaMap, line: Int, in path: String) -> InitSegment? {
        guard let components = resolve(map.uri, from: path, line: line),
            let file = open(components, in: path, line: line)
        else { return nil }
        guard let range = inside(file, range: map.range, path: path, line: line) else { return nil }
        return InitSegment(file, range: range, budget: &budget)
    }

    private mutating func segment(_ entry: SegmentEntry, movie: InitSegment?, in path: String) -> LoadedSegment {
        let (segment, line) = (entry.segment, entry.lines.uri)
        let missing = LoadedSegment(file: segment.uri, size: 0, fileSize: 0, content: .missing)
        guard !segment.isGap, !budget.isSpent, let components = resolve(segment.uri, from: path, line: line),
            let file = open(components, in: path, line: line),
            let range = inside(file, range: segment.byteRange, path: path, line: line)
        else { return missing }
        let content = content(of: file, range, segment: segment, movie: movie)
        return LoadedSegment(file: file.path, size: range.length, fileSize: file.size, content: content)
    }

    private mutating func content(
        of file: MediaFile, _ range: ByteRange, segment: PlaylistSegment, movie: InitSegment?
    ) -> LoadedSegment.Content {
        if segment.isEncrypted { return .other }
        if segment.map != nil {
            return .fragmented(FragmentedSegment(file, range: range, movie: movie, budget: &budget))
        }
        guard let head = file.bytes(at: range.offset, count: Int(min(16, range.length))) else { return .missing }
        if head.first == 0x47 { return .transportStream }
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        if mark.starts(with: Array("WEBVTT".utf8)) || file.path.hasSuffix(".vtt") {
            let length = min(range.length, 4 << 20)
            budget.spend(bytes: length)
            return .text(WebVTTFile(file.bytes(at: range.offset, count: Int(length)) ?? []))
        }
        return head.dropFirst(4).starts(with: Array("styp".utf8)) || head.dropFirst(4).starts(with: Array("moof".utf8))
            ? .fragmented(FragmentedSegment(file, range: range, movie: nil, budget: &budget)) : .other
    }

    private mutating func inside(
        _ file: MediaFile, range: ByteRange?, path: String, line: Int
    ) -> ByteRange? {
        guard let range else { return ByteRange(offset: 0, length: file.size) }
        if range.end <= file.size, range.length > 0 { return range }
        note(
            path, line: line, found: "the byte range \(range) of \(file.path)",
            expected: "a part of its \(file.size) bytes")
        return nil
    }

    private mutating func open(_ components: [String], in path: String, line: Int) -> MediaFile? {
        do throws(FileSystemError) {
            return try store.open(components)
        } catch {
            note(path, line: line, found: Self.sentence(error), expected: "a regular file in the folder")
            return nil
        }
    }

    private mutating func resolve(_ uri: String, from path: String, line: Int) -> [String]? {
        switch URIReference(uri, base: Rendition.folder(of: path)) {
        case .file(let components): return components
        case .elsewhere:
            note(
                path, line: line, found: "“\(uri.prefix(120))”, which leads to another host",
                expected: "a relative URI", row: .text)
        case .outside:
            note(
                path, line: line, found: "“\(uri.prefix(120))”, which leads out of the folder",
                expected: "a relative URI", row: .text)
        case .invalid:
            note(
                path, line: line, found: "“\(uri.prefix(120))”, which is not a URI", expected: "a relative URI",
                row: .text)
        }
        return nil
    }

    private mutating func note(
        _ file: String, line: Int?, found: String, expected: String, row: HLSCheck = .structure
    ) {
        guard problems.count < 10_000 else { return }
        problems.append(HLSFinding(row, file: file, line: line, found: found, expected: expected))
    }

    private static func sentence(_ error: FileSystemError) -> String {
        switch error.code {
        case ENOENT, ENOTDIR: "\(error.subject) does not exist"
        case ELOOP: "\(error.subject) is a symbolic link, which is not followed"
        case EFBIG: "\(error.subject) is larger than the limit"
        case EXDEV: "\(error.subject), for which the server does not return a file"
        case EINVAL: "\(error.subject) is not a regular file"
        default: error.description
        }
    }
}

import Foundation

/// An HLS folder, read only by its playlists, from “main.m3u8” on.
struct HLSFolder {
    /// A video rendition with its audio, or an audio-only one.
    struct Variant: Equatable {
        let bandwidth: Int
        let size: [Int]
        let playlist: String
    }

    /// The entry of a segment in a media playlist.
    struct Segment: Equatable {
        /// The path, relative to the folder.
        let file: String
        /// The start, in seconds of the playlist's own time.
        let start: Double
        let duration: Double
        /// The byte range as the playlist writes it; nil for the whole file.
        let byteRange: String?

        var end: Double { start + duration }
    }

    let path: String
    /// The variants of the multivariant playlist.
    let variants: [Variant]
    /// The media playlists, each once: of variants, of rendition groups and of I-frames.
    let playlists: [String]

    init(_ path: String) throws {
        self.path = path
        let lines = try Self.lines(path + "/main.m3u8")
        var variants: [Variant] = []
        var (playlists, pending): ([String], [String: String]?) = ([], nil)
        for line in lines {
            let attributes = Self.attributes(line)
            if line.hasPrefix("#EXT-X-STREAM-INF:") {
                pending = attributes
            } else if line.hasPrefix("#") {
                if let uri = attributes["URI"] { playlists.append(uri) }
            } else if !line.isEmpty {
                let size = (pending?["RESOLUTION"] ?? "").split(separator: "x").compactMap { Int($0) }
                variants.append(
                    Variant(bandwidth: pending?["BANDWIDTH"].flatMap { Int($0) } ?? 0, size: size, playlist: line))
                playlists.append(line)
            }
        }
        self.variants = variants
        self.playlists = Set(playlists).sorted()
    }

    /// The variant with the largest frame; of two with the same width, the one with the higher bandwidth.
    var largest: Variant? {
        variants.filter { $0.size.count == 2 }.max { ($0.size[0], $0.bandwidth) < ($1.size[0], $1.bandwidth) }
    }

    /// Returns the segments of a playlist in their order.
    func segments(of playlist: String) throws -> [Segment] {
        var (segments, start, duration, range): ([Segment], Double, Double, String?) = ([], 0, 0, nil)
        for line in try Self.lines("\(path)/\(playlist)") {
            if line.hasPrefix("#EXTINF:") {
                duration = Double(line.dropFirst(8).prefix { $0 != "," }) ?? 0
            } else if line.hasPrefix("#EXT-X-BYTERANGE:") {
                range = String(line.dropFirst(17))
            } else if !line.hasPrefix("#"), !line.isEmpty {
                let file = Self.join(playlist, line)
                segments.append(Segment(file: file, start: start, duration: duration, byteRange: range))
                (start, range) = (start + duration, nil)
            }
        }
        return segments
    }

    /// Returns the named files, headers included, that are missing from the folder or shorter than their range.
    func missing() throws -> [String] {
        try playlists.flatMap { playlist -> [String] in
            guard size(of: playlist) != nil else { return [playlist] }
            let headers = try self.headers(of: playlist).filter { size(of: $0) == nil }
            return headers + (try segments(of: playlist)).filter { !isThere($0) }.map(\.file)
        }
    }

    /// Returns the files that media playlists name: segments and headers.
    func mediaFiles() throws -> Set<String> {
        Set(try playlists.flatMap { try segments(of: $0).map(\.file) + headers(of: $0) })
    }

    private func headers(of playlist: String) throws -> [String] {
        try Self.lines("\(path)/\(playlist)").filter { $0.hasPrefix("#EXT-X-MAP:") }
            .compactMap { Self.attributes($0)["URI"].map { Self.join(playlist, $0) } }
    }

    private func isThere(_ segment: Segment) -> Bool {
        guard let size = size(of: segment.file) else { return false }
        let numbers = (segment.byteRange ?? "").split(separator: "@").compactMap { Int($0) }
        return size > 0 && numbers.reduce(0, +) <= size
    }

    private func size(of file: String) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.size] as? Int
    }

    private static func join(_ playlist: String, _ name: String) -> String {
        playlist.lastIndex(of: "/").map { playlist[...$0] + name } ?? name
    }

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns the attribute list of a tag, without quotes.
    static func attributes(_ line: String) -> [String: String] {
        let list = line.drop { $0 != ":" }.dropFirst()
        var (attributes, name, value): ([String: String], String, String) = ([:], "", "")
        var (isQuoted, isValue) = (false, false)
        for character in list + "," {
            switch character {
            case "\"": isQuoted.toggle()
            case "=" where !isValue: isValue = true
            case "," where !isQuoted:
                if isValue { attributes[name] = value }
                (name, value, isValue) = ("", "", false)
            case _ where isValue: value.append(character)
            default: name.append(character)
            }
        }
        return attributes
    }
}

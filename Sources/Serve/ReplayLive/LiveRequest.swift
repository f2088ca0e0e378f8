import HLSOutput
import HLSPlaylist

/// A resource of a live presentation that a viewer asks for. A pure value.
enum LiveRequest: Equatable {
    typealias Rendition = LivePresentation.Rendition

    /// A file of the player page, by its name.
    case page(String)
    /// The multivariant playlist.
    case main
    case playlist(Rendition, Directives)
    case header(Rendition)
    case segment(Rendition, Int)
    case part(Rendition, LiveWindow.Place)
    /// The comments after a number, as JSON.
    case comments(after: Int)
    /// The state of the broadcast, when it is another than the one that the viewer knows.
    case state(known: String?)

    /// The delivery directives of a playlist's request (draft-pantos-hls-rfc8216bis, 6.2.5).
    struct Directives: Equatable {
        /// The segment to wait for (`_HLS_msn`), or nil for the present playlist.
        var segment: Int?
        /// The part of that segment to wait for (`_HLS_part`), or nil for the whole segment.
        var part: Int?
        /// True for a delta update (`_HLS_skip`).
        var isDelta = false
    }

    /// A request that cannot be understood.
    enum Fault: Error {
        /// There is no such resource.
        case missing
        /// A delivery directive is not valid.
        case directive
    }

    /// Parses a target below the token.
    /// - Parameters:
    ///   - path: The path after the token and its slash.
    ///   - query: The query without its question mark.
    init(path: Substring, query: Substring) throws(Fault) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 1 where path == "main.m3u8": self = .main
        case 1 where path == "comments.json": self = .comments(after: try Self.number(in: query))
        case 1 where path == "state.json":
            let known = query.split(separator: "&").first { $0.hasPrefix("known=") }
            self = .state(known: known.map { String($0.dropFirst("known=".count)) })
        case 1 where PlayerPage.names.contains(String(path)): self = .page(String(path))
        case 2:
            guard let rendition = Rendition(rawValue: String(parts[0])) else { throw .missing }
            try self.init(rendition, name: parts[1], query: query)
        default: throw .missing
        }
    }

    /// Returns the number of the last comment that the viewer has: `after=N`, or 0.
    private static func number(in query: Substring) throws(Fault) -> Int {
        guard !query.isEmpty else { return 0 }
        guard query.hasPrefix("after="), let number = PlaylistTag.integer(query.dropFirst(6)) else { throw .missing }
        return number
    }

    private init(_ rendition: Rendition, name: Substring, query: Substring) throws(Fault) {
        switch name {
        case "index.m3u8": self = .playlist(rendition, try Directives(query))
        case "header.mp4": self = .header(rendition)
        default:
            let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
            guard numbers.last == "m4s", let segment = numbers.first.flatMap({ PlaylistTag.integer($0) }) else {
                throw .missing
            }
            if numbers.count == 2 {
                self = .segment(rendition, segment)
            } else if numbers.count == 3, let part = PlaylistTag.integer(numbers[1]) {
                self = .part(rendition, LiveWindow.Place(segment: segment, part: part))
            } else {
                throw .missing
            }
        }
    }
}

extension LiveRequest.Directives {
    /// Parses a query. Parameters without the prefix `_HLS_` are ignored.
    init(_ query: Substring) throws(LiveRequest.Fault) {
        for parameter in query.split(separator: "&") {
            let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? pair[1] : ""
            switch pair[0] {
            case "_HLS_msn": segment = try Self.number(value)
            case "_HLS_part": part = try Self.number(value)
            case "_HLS_skip":
                guard value == "YES" || value == "v2" else { throw .directive }
                isDelta = true
            default: break
            }
        }
        // A part belongs to a segment.
        if part != nil, segment == nil { throw .directive }
    }

    private static func number(_ text: Substring) throws(LiveRequest.Fault) -> Int {
        guard let number = PlaylistTag.integer(text) else { throw .directive }
        return number
    }
}

import Files
import Glibc
import HLSPlaylist
import MediaTime
import ReplayMovie

/// A viewer that follows live playlists for a time and checks each version. If a server has parts, it uses blocking
/// reloads, hints and delta updates. Otherwise, it reads each playlist once per target duration.
struct LiveFollower {
    private let store: any PresentationStore
    private var followed: [Followed]
    private(set) var findings: [HLSFinding] = []
    private var rounds = 0

    /// A playlist that is followed.
    private struct Followed {
        let path: String
        var playlist: MediaPlaylist
        let header: InitSegment?
        var hasFailed = false
        /// The time from which a playlist without parts is due.
        var due = HostTime.now

        /// The interval between two reloads without parts: the target duration, or ten seconds if that is shorter.
        var interval: Duration { .seconds(min(max(1, playlist.targetDuration ?? 1), 10)) }
    }

    /// The number of reloads between two delta updates.
    private static let deltaInterval = 5
    /// The tolerance for the duration of a part.
    private static let rounding = Seconds.milliseconds(1)

    init(_ store: any PresentationStore, presentations: [Presentation]) {
        self.store = store
        followed = presentations.flatMap(\.renditions).filter(\.playlist.isLive).map {
            Followed(path: $0.path, playlist: $0.playlist, header: $0.movie)
        }
        for index in followed.indices { followed[index].due = .now + followed[index].interval }
    }

    /// The time in which each playlist is fetched again at least once; nil if none is live.
    var leastTime: Duration? { followed.map(\.interval).max().map { $0 + .milliseconds(500) } }

    /// Follows the playlists until the time has passed, or until all have ended.
    mutating func follow(for time: Duration) {
        let deadline = HostTime.now + time
        for index in followed.indices where followed[index].playlist.hasParts {
            checkRefusals(of: followed[index].path)
        }
        while HostTime.now < deadline, followed.contains(where: { $0.playlist.isLive && !$0.hasFailed }) {
            rounds += 1
            for index in followed.indices where followed[index].playlist.isLive && !followed[index].hasFailed {
                reload(index)
            }
        }
    }

    private mutating func reload(_ index: Int) {
        do throws(FileSystemError) {
            if followed[index].playlist.serverControl?.canBlockReload == true {
                try reloadBlocking(index)
            } else {
                try reloadLater(index)
            }
        } catch {
            followed[index].hasFailed = true
            note(followed[index].path, found: "a playlist that cannot be fetched again: \(error.cause)", expected: "it")
        }
    }

    private mutating func reloadLater(_ index: Int) throws(FileSystemError) {
        let (path, now) = (followed[index].path, HostTime.now)
        guard now >= followed[index].due else {
            usleep(useconds_t(100_000))
            return
        }
        followed[index].due = now + followed[index].interval
        take(ParsedMediaPlaylist(try store.fresh(path.pathComponents, query: nil)), as: index)
    }

    private mutating func reloadBlocking(_ index: Int) throws(FileSystemError) {
        let (path, old) = (followed[index].path, followed[index].playlist)
        let place = old.nextPlace
        let isDelta = rounds.isMultiple(of: Self.deltaInterval) && old.serverControl?.canSkipUntil != nil
        var query = "_HLS_msn=\(place.segment)" + (old.hasParts ? "&_HLS_part=\(place.part)" : "")
        if isDelta { query += "&_HLS_skip=YES" }
        let parsed = ParsedMediaPlaylist(try store.fresh(path.pathComponents, query: query))
        let isThere = parsed.playlist.nextPlace != place || !parsed.playlist.isLive
        if !isThere {
            note(
                path, found: "an answer to “\(query)” without that part",
                expected: "it, because the server waits for it")
        }
        take(parsed, as: index)
    }

    /// Compares a new version with the last one, and checks its new parts.
    private mutating func take(_ parsed: ParsedMediaPlaylist, as index: Int) {
        let (path, old) = (followed[index].path, followed[index].playlist)
        guard let new = parsed.playlist.skippedSegments > 0 ? parsed.playlist.applied(to: old) : parsed.playlist else {
            return note(path, found: "a delta update without segments that were not known", expected: "none left out")
        }
        findings += parsed.faults.map {
            HLSFinding(.structure, file: path, line: $0.line, found: $0.found, expected: $0.expected)
        }
        findings += PlaylistUpdate(path: path, old: old, new: new, lines: parsed.lines).findings
        findings += PartUpdate(path: path, old: old, new: new).findings
        checkParts(of: new, since: old.nextPlace, in: followed[index])
        followed[index].playlist = new
    }

    private mutating func checkParts(of playlist: MediaPlaylist, since place: PartPlace, in rendition: Followed) {
        for number in place.segment...max(place.segment, playlist.nextPlace.segment) {
            let parts = playlist.parts(ofSegment: number) ?? []
            for part in number == place.segment ? parts.dropFirst(place.part) : parts[...] {
                check(part, in: rendition)
            }
        }
    }

    private mutating func check(_ part: PlaylistPart, in rendition: Followed) {
        guard part.byteRange == nil, !part.isGap,
            case .file(let components) = URIReference(part.uri, base: Rendition.folder(of: rendition.path))
        else { return }
        do throws(FileSystemError) {
            let file = try store.open(components)
            var budget = ReadingBudget()
            let range = ByteRange(offset: 0, length: file.size)
            let media = FragmentedSegment(file, range: range, movie: rendition.header, budget: &budget)
            compare(part, with: media, in: rendition.path)
        } catch {
            note(rendition.path, found: "the part “\(part.uri.prefix(80))”: \(error.cause)", expected: "a file")
        }
    }

    private mutating func compare(_ part: PlaylistPart, with media: FragmentedSegment, in path: String) {
        guard let run = media.leading else {
            return note(path, found: "“\(part.uri.prefix(80))” without samples", expected: "a fragment")
        }
        if (run.duration - part.duration).magnitude > Self.rounding {
            note(
                path, found: "“\(part.uri.prefix(80))” of \(part.duration)",
                expected: "\(run.duration), as its samples last")
        }
        if media.video != nil, part.isIndependent != run.beginsWithKeyframe {
            note(
                path, found: "“\(part.uri.prefix(80))” with\(part.isIndependent ? "" : "out") INDEPENDENT",
                expected: "it exactly if the part begins with a keyframe")
        }
    }

    /// Checks that delivery directives that make no sense are refused (draft-pantos-hls-rfc8216bis, 6.2.5.2).
    private mutating func checkRefusals(of path: String) {
        for query in ["_HLS_part=0", "_HLS_msn=x", "_HLS_msn=99999999"] {
            do throws(FileSystemError) {
                _ = try store.fresh(path.pathComponents, query: query)
                note(path, found: "an answer to “\(query)”", expected: "status 400")
            } catch {
                // Any refusal is right.
            }
        }
    }

    private mutating func note(_ path: String, found: String, expected: String) {
        findings.append(HLSFinding(.parts, file: path, line: 1, found: found, expected: expected))
    }
}

import Files
import HLSPlaylist
import ReplayLibrary

/// A validator of HLS presentations. It checks them against RFC 8216, its successor's draft, Apple's authoring
/// specification, and the standards of the media's boxes and frames.
///
/// Blocking: call it on a thread that may block. Time and memory are bounded for any input. Nothing outside the folder
/// or server is opened.
public struct HLSValidator: Sendable {
    /// Creates a validator. It has no state.
    public init() {}

    /// Validates a folder.
    /// - Parameters:
    ///   - path: The folder of the multivariant playlist. If it has none, each media playlist is checked by itself.
    ///   - time: The time to follow live playlists, or nil to read them once.
    /// - Throws: `FileSystemError` if the folder does not exist, `HLSError` if it contains no playlist.
    public func validate(folder path: String, following time: Duration? = nil) throws -> HLSReport {
        let folder = try PresentationFolder(path)
        let names = try folder.playlistNames()
        guard !names.isEmpty else { throw HLSError(path: path, reason: .noPlaylist) }
        let (presentations, problems) = load(names.map { [$0] }, from: folder)
        let later = time.map { Self.follow(presentations, of: folder, for: $0) } ?? []
        return report(path, presentations: presentations, problems: problems + later)
    }

    /// Validates a playlist of a server on this machine. Live playlists are followed.
    /// - Parameters:
    ///   - address: An `http://` URL with the host 127.0.0.1, localhost or [::1].
    ///   - time: The time to follow live playlists, or nil to fetch each a second time after its target duration, at most
    ///     ten seconds.
    /// - Throws: `HLSError` for any other address, or if the playlist cannot be fetched.
    public func validate(address: String, following time: Duration? = nil) throws -> HLSReport {
        guard let parsed = LoopbackAddress(address) else { throw HLSError(path: address, reason: .address) }
        let server = LoopbackServer(parsed)
        let (presentations, problems) = load([parsed.components], from: server)
        guard !presentations.isEmpty else { throw HLSError(path: address, reason: .unreachable) }
        let later = Self.follow(presentations, of: server, for: time)
        return report(address, presentations: presentations, problems: problems + later)
    }

    private static func follow(
        _ presentations: [Presentation], of store: any PresentationStore, for time: Duration?
    ) -> [HLSFinding] {
        var follower = LiveFollower(store, presentations: presentations)
        guard let least = follower.leastTime else { return [] }
        follower.follow(for: time ?? least)
        return follower.findings
    }

    private func report(_ place: String, presentations: [Presentation], problems: [HLSFinding]) -> HLSReport {
        let playlists = presentations.flatMap { [$0.main?.path].compactMap(\.self) + $0.renditions.map(\.path) }
        return HLSReport(
            folder: place, playlists: playlists, findings: problems + presentations.flatMap(Self.findings))
    }

    /// Returns the findings of all rules for a presentation.
    package static func findings(_ presentation: Presentation) -> [HLSFinding] {
        presentation.problems + rules.flatMap { $0.findings(in: presentation) }
    }

    static let rules: [any HLSRule] = [
        KeyframeRule(), DurationRule(), AlignmentRule(), TimestampRule(), VersionRule(), MapRule(), ByteRangeRule(),
        GrammarRule(), AttributeRule(), CompletenessRule(), CodecsRule(), BandwidthRule(), LadderRule(),
        AudioGroupRule(), IFrameRule(),
        CaptionRule(), DiscontinuityRule(), TextRule(), LiveRule(), PartRule(),
    ]

    private func load(
        _ names: [[String]], from store: any PresentationStore
    ) -> (presentations: [Presentation], problems: [HLSFinding]) {
        var (texts, problems): ([(name: String, text: PlaylistText)], [HLSFinding]) = ([], [])
        for name in names {
            do throws(FileSystemError) {
                texts.append((name.joined(separator: "/"), try store.playlist(name)))
            } catch {
                problems.append(
                    HLSFinding(
                        .structure, file: name.joined(separator: "/"),
                        found: "a playlist that cannot be read (\(error))",
                        expected: "a regular file of at most 16 MiB and 200000 lines"))
            }
        }
        let mains = texts.filter { $0.text.isMultivariant }
        var budget = ReadingBudget()
        let loaded = (mains.isEmpty ? texts : mains).map { name, text in
            var loader = PresentationLoader(store, budget: budget)
            defer { budget = loader.budget }
            return mains.isEmpty ? loader.load(alone: name, text) : loader.load(main: name, text)
        }
        return (loaded, problems)
    }
}

/// A rule for a row of the table, or for a part of one. A pure function from a presentation to its faults.
package protocol HLSRule: Sendable {
    func findings(in presentation: Presentation) -> [HLSFinding]
}

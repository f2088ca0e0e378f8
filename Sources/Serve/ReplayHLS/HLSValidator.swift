import Files
import ReplayLibrary

/// Checks a folder of HLS against RFC 8216, its successor's draft, Apple's authoring specification, and the standards
/// of the boxes and frames within.
///
/// It blocks while it reads: call it from a thread where that is allowed. Time and memory are bounded whatever is
/// there, and nothing outside of the folder or server is opened.
public struct HLSValidator: Sendable {
    /// A validator; it has no state.
    public init() {}

    /// Checks a folder.
    /// - Parameter path: the folder in which the multivariant playlist lies. Where there is none, every media
    /// playlist in
    ///   it is checked by itself.
    /// - Throws: `FileSystemError` where there is no such folder, `HLSError` where there is no playlist in it.
    public func validate(folder path: String) throws -> HLSReport {
        let folder = try PresentationFolder(path)
        let names = try folder.playlistNames()
        guard !names.isEmpty else { throw HLSError(path: path, reason: .noPlaylist) }
        let (presentations, problems) = load(names.map { [$0] }, from: folder)
        return report(path, presentations, problems)
    }

    /// A playlist that a server on this machine serves. Of live playlists a second version is fetched, after a target
    /// duration or ten seconds.
    /// - Parameter address: `http://`, then 127.0.0.1, localhost or [::1].
    /// - Throws: `HLSError` for any other address, and where the playlist cannot be had.
    public func validate(address: String) throws -> HLSReport {
        guard let parsed = LoopbackAddress(address) else { throw HLSError(path: address, reason: .address) }
        let server = LoopbackServer(parsed)
        let (presentations, problems) = load([parsed.components], from: server)
        guard !presentations.isEmpty else { throw HLSError(path: address, reason: .unreachable) }
        return report(address, presentations, problems + LiveWatch(server).findings(presentations))
    }

    private func report(_ place: String, _ presentations: [Presentation], _ problems: [HLSFinding]) -> HLSReport {
        let playlists = presentations.flatMap { [$0.main?.path].compactMap(\.self) + $0.renditions.map(\.path) }
        return HLSReport(
            folder: place, playlists: playlists, findings: problems + presentations.flatMap(Self.findings))
    }

    /// What all rules say of a presentation.
    package static func findings(_ presentation: Presentation) -> [HLSFinding] {
        presentation.problems + rules.flatMap { $0.findings(in: presentation) }
    }

    static let rules: [any HLSRule] = [
        KeyframeRule(), DurationRule(), AlignmentRule(), TimestampRule(), VersionRule(), MapRule(), ByteRangeRule(),
        GrammarRule(), AttributeRule(), CompletenessRule(), CodecsRule(), BandwidthRule(), LadderRule(),
        AudioGroupRule(), IFrameRule(),
        CaptionRule(), DiscontinuityRule(), TextRule(), LiveRule(),
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
                        expected: "an ordinary file of at most 16 MiB and 200000 lines"))
            }
        }
        let mains = texts.filter { MultivariantPlaylist.isOne($0.text) }
        var budget = ReadingBudget()
        let loaded = (mains.isEmpty ? texts : mains).map { name, text in
            var loader = PresentationLoader(store, budget: budget)
            defer { budget = loader.budget }
            return mains.isEmpty ? loader.load(alone: name, text) : loader.load(main: name, text)
        }
        return (loaded, problems)
    }
}

/// A row of the table, or a part of one: a pure function from what was loaded to what is wrong with it.
package protocol HLSRule: Sendable {
    func findings(in presentation: Presentation) -> [HLSFinding]
}

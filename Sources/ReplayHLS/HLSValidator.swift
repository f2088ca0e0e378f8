import ReplayMovie

/// Checks a folder of HLS against RFC 8216, its successor's draft, Apple's authoring specification, and the standards of
/// the boxes and pictures within.
///
/// It blocks while it reads: call it from a thread where that is allowed. Time and memory are bounded whatever the
/// folder holds, and nothing outside of it is opened.
public struct HLSValidator: Sendable {
    /// A validator; it has no state.
    public init() {}

    /// - Parameter path: the folder in which the multivariant playlist lies. Where there is none, every media playlist in
    ///   it is checked by itself.
    /// - Throws: `FileSystemError` where there is no such folder, `HLSError` where there is no playlist in it.
    public func validate(folder path: String) throws -> HLSReport {
        guard !path.contains("://") else { throw HLSError(path: path, reason: .address) }
        let folder = try PresentationFolder(path)
        let names = try folder.playlistNames()
        guard !names.isEmpty else { throw HLSError(path: path, reason: .noPlaylist) }
        let (presentations, problems) = load(names, from: folder)
        let findings = problems + presentations.flatMap(Self.findings)
        let playlists = presentations.flatMap { [$0.main?.path].compactMap(\.self) + $0.renditions.map(\.path) }
        return HLSReport(folder: path, playlists: playlists, findings: findings)
    }

    /// What all rules say of a presentation.
    package static func findings(_ presentation: Presentation) -> [HLSFinding] {
        presentation.problems + rules.flatMap { $0.findings(in: presentation) }
    }

    static let rules: [any HLSRule] = [
        KeyframeRule(), DurationRule(), AlignmentRule(), TimestampRule(), VersionRule(), MapRule(), ByteRangeRule(),
        GrammarRule(), CompletenessRule(), CodecsRule(), BandwidthRule(), LadderRule(), AudioGroupRule(), IFrameRule(),
        CaptionRule(), DiscontinuityRule(), TextRule(), LiveRule(),
    ]

    private func load(
        _ names: [String], from folder: PresentationFolder
    ) -> (presentations: [Presentation], problems: [HLSFinding]) {
        var (texts, problems): ([(name: String, text: PlaylistText)], [HLSFinding]) = ([], [])
        for name in names {
            do throws(FileSystemError) {
                texts.append((name, try folder.playlist([name])))
            } catch {
                problems.append(
                    HLSFinding(
                        .structure, file: name, found: "a playlist that cannot be read (\(error))",
                        expected: "an ordinary file of at most 16 MiB and 200000 lines"))
            }
        }
        let mains = texts.filter { MultivariantPlaylist.isOne($0.text) }
        var budget = ReadingBudget()
        let loaded = (mains.isEmpty ? texts : mains).map { name, text in
            var loader = PresentationLoader(folder, budget: budget)
            defer { budget = loader.budget }
            return mains.isEmpty ? loader.load(alone: name, text) : loader.load(main: name, text)
        }
        return (loaded, problems)
    }
}

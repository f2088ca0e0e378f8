import ReplayCommandLine

/// An export of an edit for its user's eyes: in a private folder that goes with this, or with the next one if it cannot.
struct PlayCopy {
    private static let lockName = "lock"

    /// Of the file.
    let path: String
    private let exporter: Exporter
    private let folder: TemporaryFolder

    /// - Throws: `FileSystemError`, `PresetError`.
    init(of session: EditSession) throws {
        let parent = try CacheFolder.open("play")
        parent.removeLeftovers(lockName: Self.lockName)
        folder = try TemporaryFolder(in: parent, lockName: Self.lockName)
        path = "\(folder.folder.path)/\(session.recording.id).mp4"
        exporter = Exporter(session, preset: try .named("original"))
    }

    func export() async throws {
        defer { Terminal.clearLine() }
        let line = ProgressLine()
        for try await progress in exporter.export(to: path) {
            if case .rendering(let done, let total) = progress { Terminal.draw(line.text(done: done, total: total)) }
        }
    }

    /// What cannot be removed now goes with the next copy.
    func remove() { try? folder.remove() }
}

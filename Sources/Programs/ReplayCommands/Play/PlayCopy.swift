import ReplayCommandLine
import ReplayRendering

/// An export of an edit for viewing, in a private folder that is removed afterwards, or by the next copy if that fails.
struct PlayCopy {
    private static let lockName = "lock"

    /// The path of the exported file.
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

    /// Removes the folder. If that fails, the next copy removes it.
    func remove() { try? folder.remove() }
}

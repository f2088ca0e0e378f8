import FFmpeg
public import ReplayMovie

extension MovieImporter {
    /// As `importMovie`, on a thread of its own.
    public func importing(_ path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await WorkerThread.run("import") { try importMovie(at: path, name: name, takingPart: takingPart) }
    }
}

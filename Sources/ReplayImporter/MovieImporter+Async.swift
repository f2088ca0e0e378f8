import FFmpeg
public import ReplayMovie

extension MovieImporter {
    /// As the one that blocks, on a thread of its own.
    public func importMovie(at path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await WorkerThread.run("import") { try importMovie(at: path, name: name, takingPart: takingPart) }
    }
}

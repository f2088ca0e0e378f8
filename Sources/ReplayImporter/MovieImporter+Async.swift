import FFmpeg
public import ReplayMovie

extension MovieImporter {
    /// As `importMovie`, on a thread of its own.
    public func importing(_ path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try WorkerThread("import") {
                    continuation.resume(with: Result { try importMovie(at: path, name: name, takingPart: takingPart) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

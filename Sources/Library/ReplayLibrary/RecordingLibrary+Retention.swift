public import Files
import FoundationEssentials
import Glibc

extension RecordingLibrary {
    /// Returns the recordings that a policy removes, oldest first. A recording that is in
    /// progress, interrupted or damaged stays.
    /// - Parameters:
    ///   - policy: The limits.
    ///   - unexported: True to also remove recordings that have no export at its original path.
    /// - Throws: `FileSystemError`.
    public func removable(
        by policy: RetentionPolicy, includingUnexported unexported: Bool = false
    ) throws(FileSystemError) -> [Recording] {
        let recordings = try recordings()
        var candidates: [RetentionPolicy.Candidate] = []
        for recording in recordings { candidates.append(try recording.candidate(includingUnexported: unexported)) }
        let ids = Set(policy.removable(of: candidates, at: Date()))
        return recordings.filter { ids.contains($0.id) }
    }
}

extension Recording {
    /// Returns the size of all files in the recording's folder, in bytes; 0 if it was discarded meanwhile.
    /// - Throws: `FileSystemError` if its folder cannot be read.
    public func size() throws(FileSystemError) -> Int64 {
        do throws(FileSystemError) {
            return try folder.entries().reduce(0) { $0.addingReportingOverflow(folder.size(of: $1)).partialValue }
        } catch {
            guard error.code == ENOENT else { throw error }
            return 0
        }
    }

    fileprivate func candidate(includingUnexported unexported: Bool) throws(FileSystemError)
        -> RetentionPolicy.Candidate
    {
        // An unreadable list of exports proves nothing, so the recording stays.
        let mayGo = state() == .finished && (unexported || (try? hasExport()) == true)
        return RetentionPolicy.Candidate(id: id, date: facts.createdAt, bytes: try size(), isProtected: !mayGo)
    }
}

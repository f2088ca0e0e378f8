import Files
package import FoundationEssentials
import Glibc
package import ReplayLibrary

extension Recording {
    /// What the name of a movie begins with that was set aside because it was damaged.
    private static let damagedPrefix = "movie.damaged"
    private static let damagedName = damagedPrefix + ".mp4"
    /// As of what a repair writes and has not yet given its name.
    package static let unfinishedMovieName = "movie.mp4.new"

    /// Makes the movie readable for any program, and ready to be resumed. Its lock must be held.
    ///
    /// A movie that merely ends within a fragment is changed in place: a `free` box covers that fragment, so that no byte
    /// is removed. A damaged movie is written anew; the damaged one is kept as `movie.damaged.mp4`. A movie of which
    /// nothing can be read is replaced by its proxy.
    /// - Returns: what was done.
    /// - Throws: `FileSystemError`, `MovieError`; the movie is as it was then.
    package func repairMovie() throws -> MovieRepair.Outcome {
        try restoreName()
        return try folder.withMovie(Self.movieName) { movie in
            let scan = try MovieScan.readable(of: movie, headerCopy: facts.movieHeader.map(Array.init))
            if scan?.fragments.isEmpty ?? true, try replaceByProxy(movie) { return .replacedByProxy }
            guard let scan else { throw MovieError(path: movie.path, reason: .noHeader) }
            if scan.isDamaged {
                try replace(movie, with: scan, of: movie)
                return .repaired
            }
            if scan.isTorn { try MovieRepair.coverTornEnd(scan, of: movie) }
            return .intact
        }
    }

    /// - Returns: false where the proxy holds no more than the movie.
    private func replaceByProxy(_ movie: MovieFile) throws -> Bool {
        guard try holdsMedia(Self.proxyName) else { return false }
        return try folder.withMovie(Self.proxyName) { proxy in
            guard let scan = try MovieScan.readable(of: proxy, headerCopy: nil), !scan.fragments.isEmpty else {
                return false
            }
            try replace(movie, with: scan, of: proxy)
            return true
        }
    }

    /// Puts what can be read of a movie in the place of the damaged one. It may be interrupted at any instant: the damaged
    /// movie has a name all the time.
    private func replace(_ movie: MovieFile, with scan: MovieScan, of file: MovieFile) throws {
        try MovieRepair.write(scan, of: file, to: Self.unfinishedMovieName, in: folder)
        let taken = Set(try folder.entries())
        let names = [Self.damagedName] + (2...1000).map { "\(Self.damagedPrefix)-\($0).mp4" }
        guard let name = try names.first(where: { try !taken.contains($0) || movie.isNamed($0, in: folder) }) else {
            throw FileSystemError(EEXIST, operation: "set aside", subject: movie.path)
        }
        if !taken.contains(name) { try setAside(movie, as: name) }
        try folder.rename(Self.unfinishedMovieName, to: Self.movieName)
        try folder.sync()
    }

    private func setAside(_ movie: MovieFile, as name: String) throws {
        do {
            try folder.link(movie.file, as: name)
        } catch  where [EPERM, EOPNOTSUPP, ENOSYS, ENOENT].contains(error.code) {
            // A file system without hard links; `restoreName` knows what to do when this is interrupted.
            try folder.rename(Self.movieName, to: name)
        }
    }

    private func restoreName() throws(FileSystemError) {
        guard !folder.contains(Self.movieName), folder.contains(Self.damagedName) else { return }
        try folder.rename(Self.damagedName, to: Self.movieName)
    }

    /// Notes how the movie begins, so that it can be read when its own header is damaged: `recording.json` has it too.
    /// - Returns: the recording with that, and without an ending.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func notingHeader() throws -> Recording {
        guard facts.movieHeader == nil, folder.contains(Self.movieName) else { return self }
        var facts = facts
        facts.movieHeader = try header()
        facts.ending = nil
        try folder.write(facts)
        return Recording(id: id, facts: facts, folder: folder)
    }

    /// How the movie begins: `ftyp` and `moov`; nil where that cannot be read.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func header() throws -> Data? {
        try folder.withMovie(Self.movieName) { try FoundHeader.find(in: $0, copy: nil)?.bytes }.map { Data($0) }
    }
}

extension MovieScan {
    /// Nil where nothing of the movie makes sense. A movie that the system cannot read at the moment is none of those.
    fileprivate static func readable(of file: MovieFile, headerCopy: [UInt8]?) throws(MovieError) -> MovieScan? {
        do throws(MovieError) {
            return try MovieScan(file, headerCopy: headerCopy)
        } catch {
            if case .unreadable = error.reason { throw error }
            return nil
        }
    }
}

extension MovieFile {
    /// Whether it is the file of that name.
    fileprivate func isNamed(_ name: String, in folder: Directory) throws(FileSystemError) -> Bool {
        let other = try folder.openFile(name, .readOnly)
        guard let own = try? file.descriptor.stat(), let named = try? other.descriptor.stat() else { return false }
        return FileIdentifier(own) == FileIdentifier(named)
    }
}

import Files
package import FoundationEssentials
import Glibc
package import ReplayLibrary

extension Recording {
    /// The prefix of the name of a movie that was set aside because it is damaged.
    private static let damagedPrefix = "movie.damaged"
    private static let damagedName = damagedPrefix + ".mp4"
    /// The name of a repaired or joined movie while it is written.
    package static let unfinishedMovieName = "movie.mp4.new"

    /// Makes the movie readable for any program, so that it can also be resumed. The
    /// caller must hold the recording's lock.
    ///
    /// If the movie only ends within a fragment, a `free` box covers that fragment in place, and no byte is
    /// removed. A damaged movie is written again, and the original is kept as `movie.damaged.mp4`. If nothing of
    /// the movie can be read, its proxy replaces it.
    /// - Returns: The result of the repair.
    /// - Throws: `FileSystemError`, `MovieError`. The movie is then unchanged.
    package func repairMovie() throws -> MovieRepair.Outcome {
        try restoreName()
        return try folder.withMovie(named: Self.movieName) { movie in
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

    /// Replaces the movie by its proxy.
    /// - Returns: False if the proxy has no readable fragment either.
    private func replaceByProxy(_ movie: MovieFile) throws -> Bool {
        guard try holdsMedia(Self.proxyName) else { return false }
        return try folder.withMovie(named: Self.proxyName) { proxy in
            guard let scan = try MovieScan.readable(of: proxy, headerCopy: nil), !scan.fragments.isEmpty else {
                return false
            }
            try replace(movie, with: scan, of: proxy)
            return true
        }
    }

    /// Replaces the damaged movie by its readable parts. This may be interrupted at any time:
    /// the damaged movie always has a name.
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
            // The file system has no hard links. `restoreName` undoes this if it is interrupted here.
            try folder.rename(Self.movieName, to: name)
        }
    }

    private func restoreName() throws(FileSystemError) {
        guard !folder.contains(Self.movieName), folder.contains(Self.damagedName) else { return }
        try folder.rename(Self.damagedName, to: Self.movieName)
    }

    /// Stores the movie's header in `recording.json`, so that the movie can be read if its own header is damaged.
    /// - Returns: The recording with the header in its facts, and without an ending.
    package func notingHeader() throws -> Recording {
        guard facts.movieHeader == nil, folder.contains(Self.movieName) else { return self }
        var facts = facts
        facts.movieHeader = try header()
        facts.ending = nil
        try folder.write(facts)
        return Recording(id: id, facts: facts, folder: folder)
    }

    /// Returns the header of the movie, `ftyp` and `moov`, or nil if it cannot be read.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func header() throws -> Data? {
        try folder.withMovie(named: Self.movieName) { try FoundHeader.find(in: $0, copy: nil)?.bytes }.map { Data($0) }
    }
}

extension MovieScan {
    /// Scans a movie, or returns nil if nothing of it can be read. Read errors of the system are thrown.
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
    /// Returns true if the open file is the one with this name.
    fileprivate func isNamed(_ name: String, in folder: Directory) throws(FileSystemError) -> Bool {
        let other = try folder.openFile(name, mode: .readOnly)
        guard let own = try? file.descriptor.stat(), let named = try? other.descriptor.stat() else { return false }
        return FileIdentifier(own) == FileIdentifier(named)
    }
}

package import Files
import Glibc
package import ReplayLibrary
import SystemPackage

/// Where no output may go: what lies there would be lost, or be taken for what it is not. Files and folders are known by what
/// they are, not by their names, so links lead nowhere.
package struct ProtectedPlaces: Sendable {
    /// What each folder is, for messages.
    private var folders: [FileIdentifier: String] = [:]
    private var files: [FileIdentifier: String] = [:]
    private var libraries: [Directory] = []

    /// The folders of recordings, in whatever library, and all of this user's.
    package init() {
        // There is none, or it is not this user's: ours have mode 0700, and nothing can be written into it.
        if let folder = try? Directory.open(RecordingLibrary.defaultHome + "/recordings") {
            add(library: folder)
        }
    }

    /// As `init()`, and the library of this recording.
    package init(_ recording: Recording) {
        self.init()
        // As above.
        if let folder = try? recording.folder.parent() { add(library: folder) }
    }

    private mutating func add(library: Directory) {
        libraries.append(library)
        add(library, as: "the library of recordings")
    }

    /// Adds a folder with all that is in it.
    /// - Parameter what: what it is, as a noun with its article.
    package mutating func add(_ folder: Directory, as what: String) {
        if let own = folder.ancestors().first { folders[own] = what }
    }

    /// Adds a file, under all its names. One that is not there needs no protection.
    /// - Throws: `FileSystemError` if it cannot be looked at: it would not be protected.
    package mutating func add(file path: String, as what: String) throws(FileSystemError) {
        do throws(FileSystemError) {
            let status = try FileSystemError.catching("look at", path) { try Stat(path.cPath) }
            files[FileIdentifier(status)] = what
        } catch {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
        }
    }

    /// As both.
    package func union(_ other: ProtectedPlaces) -> ProtectedPlaces {
        var all = self
        all.folders.merge(other.folders) { own, _ in own }
        all.files.merge(other.files) { own, _ in own }
        all.libraries += other.libraries
        return all
    }

    /// - Throws: `ExportError.outputIsProtected` where the file or folder of that name may not be made or replaced.
    package func check(_ name: String, in folder: Directory, path: String) throws {
        if let what = folder.ancestors().lazy.compactMap({ folders[$0] }).first {
            throw ExportError.outputIsProtected(path, what: "it lies in \(what)")
        }
        if folder.isRecording {
            throw ExportError.outputIsProtected(path, what: "it lies in the folder of a recording")
        }
        guard let status = folder.status(of: name) else { return }
        if let what = files[FileIdentifier(status)] { throw ExportError.outputIsProtected(path, what: "it is \(what)") }
        if let what = folders[FileIdentifier(status)] {
            throw ExportError.outputIsProtected(path, what: "it is \(what)")
        }
        guard status.type == .regular, status.linkCount > 1,
            try libraries.contains(where: { try $0.holds(FileIdentifier(status)) })
        else { return }
        throw ExportError.outputIsProtected(path, what: "it is a second name of a recording’s file")
    }
}

extension Directory {
    /// Of a folder of recordings: whether the file is one of theirs.
    fileprivate func holds(_ file: FileIdentifier) throws(FileSystemError) -> Bool {
        for name in try entries() where RecordingID(name) != nil {
            do throws(FileSystemError) {
                let recording = try directory(name)
                let files = try recording.entries().compactMap { recording.status(of: $0).map(FileIdentifier.init) }
                if files.contains(file) { return true }
            } catch {
                // It has been discarded meanwhile, or is no recording.
                guard [ENOENT, ENOTDIR, ELOOP].contains(error.code) else { throw error }
            }
        }
        return false
    }

    fileprivate var isRecording: Bool {
        contains(RecordingFacts.fileName) && (contains(Recording.movieName) || contains(RecordingEvent.fileName))
    }
}

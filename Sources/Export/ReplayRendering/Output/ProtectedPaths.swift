package import Files
import Glibc
package import ReplayLibrary
import SystemPackage

/// The files and folders that an export must not replace or write to. They are identified by device and inode, not by
/// name, so a link cannot bypass the protection.
package struct ProtectedPaths: Sendable {
    /// A description of each folder, for error messages.
    private var folders: [FileIdentifier: String] = [:]
    private var files: [FileIdentifier: String] = [:]
    private var libraries: [Directory] = []

    /// Protects the recordings folder of this user. `check` also refuses the folder of a recording in any library.
    package init() {
        // The folder does not exist or belongs to another user. Library folders have mode 0700, so nothing can be
        // written to it.
        if let folder = try? Directory.open(RecordingLibrary.defaultHome + "/recordings") {
            add(library: folder)
        }
    }

    /// Protects the recordings folder of this user and the library that contains `recording`.
    package init(_ recording: Recording) {
        self.init()
        // As in `init()`.
        if let folder = try? recording.folder.parent() { add(library: folder) }
    }

    private mutating func add(library: Directory) {
        libraries.append(library)
        add(library, as: "the library of recordings")
    }

    /// Adds a folder and everything in it.
    /// - Parameter what: A description of the folder, as a noun with its article.
    package mutating func add(_ folder: Directory, as what: String) {
        if let own = folder.ancestors().first { folders[own] = what }
    }

    /// Adds a file, under all its names. A file that does not exist needs no protection.
    /// - Throws: `FileSystemError` if the file's status cannot be read, because the file would then be unprotected.
    package mutating func add(file path: String, as what: String) throws(FileSystemError) {
        do throws(FileSystemError) {
            let status = try FileSystemError.catching("inspect", subject: path) { try Stat(path.cPath) }
            files[FileIdentifier(status)] = what
        } catch {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
        }
    }

    /// Returns the places that either of the two values protects.
    package func union(_ other: ProtectedPaths) -> ProtectedPaths {
        var all = self
        all.folders.merge(other.folders) { own, _ in own }
        all.files.merge(other.files) { own, _ in own }
        all.libraries += other.libraries
        return all
    }

    /// Checks that a file or folder with this name may be created or replaced.
    /// - Throws: `ExportError.outputIsProtected` if it may not. `FileSystemError` if a library cannot be read.
    package func check(_ name: String, in folder: Directory, path: String) throws {
        if let what = folder.ancestors().lazy.compactMap({ folders[$0] }).first {
            throw ExportError.outputIsProtected(path, what: "it is in \(what)")
        }
        if folder.isRecording {
            throw ExportError.outputIsProtected(path, what: "it is in the folder of a recording")
        }
        guard let status = folder.status(of: name) else { return }
        if let what = files[FileIdentifier(status)] { throw ExportError.outputIsProtected(path, what: "it is \(what)") }
        if let what = folders[FileIdentifier(status)] {
            throw ExportError.outputIsProtected(path, what: "it is \(what)")
        }
        guard status.type == .regular, status.linkCount > 1,
            try libraries.contains(where: { try $0.holds(FileIdentifier(status)) })
        else { return }
        throw ExportError.outputIsProtected(path, what: "it is a hard link to a recording’s file")
    }
}

extension Directory {
    /// Returns true if the file is in one of the recordings in this folder.
    fileprivate func holds(_ file: FileIdentifier) throws(FileSystemError) -> Bool {
        for name in try entries() where RecordingID(name) != nil {
            do throws(FileSystemError) {
                let recording = try directory(name)
                let files = try recording.entries().compactMap { recording.status(of: $0).map(FileIdentifier.init) }
                if files.contains(file) { return true }
            } catch {
                // The recording was discarded meanwhile, or the entry is not a recording.
                guard [ENOENT, ENOTDIR, ELOOP].contains(error.code) else { throw error }
            }
        }
        return false
    }

    fileprivate var isRecording: Bool {
        contains(RecordingFacts.fileName) && (contains(Recording.movieName) || contains(RecordingEvent.fileName))
    }
}

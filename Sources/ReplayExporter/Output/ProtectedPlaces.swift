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
        if let folder = try? Directory.open(RecordingLibrary.defaultHome + "/recordings") {
            add(library: folder)
        }
    }

    /// As `init()`, and the library of this recording.
    package init(_ recording: Recording) {
        self.init()
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

    /// Adds a file, under all its names.
    package mutating func add(file path: String, as what: String) {
        if let status = try? Stat(path.cPath) { files[FileIdentifier(status)] = what }
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
            libraries.contains(where: { $0.holds(FileIdentifier(status)) })
        else {
            return
        }
        throw ExportError.outputIsProtected(path, what: "it is a second name of a recording’s file")
    }
}

extension Directory {
    /// Of a folder of recordings: whether the file is one of theirs.
    fileprivate func holds(_ file: FileIdentifier) -> Bool {
        let names = (try? entries().filter { RecordingID($0) != nil }) ?? []
        return names.contains { name in
            guard let recording = try? directory(name), let own = try? recording.entries() else { return false }
            return own.contains { recording.status(of: $0).map(FileIdentifier.init) == file }
        }
    }

    fileprivate var isRecording: Bool {
        contains(RecordingFacts.fileName) && (contains(Recording.movieName) || contains(RecordingEvent.fileName))
    }
}

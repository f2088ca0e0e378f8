import Files
import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplaySources
import SystemPackage

/// The abilities of the disk that holds the library. A pure value.
struct DiskCheck: Sendable {
    /// The home of the library, which may not exist yet.
    var home: String
    /// The reason why the disk cannot be written.
    var failure: String?
    /// The file system's name, such as “ext4”.
    var fileSystem = ""
    var freeBytes: Int64?
    /// True if the file system supports nameless files that get a name when they are complete (`O_TMPFILE`, `linkat`).
    var hasNamelessFiles = true
    /// True if it supports hard links (`link`).
    var hasLinks = true
    /// True if it can exchange two folders in one step (`RENAME_EXCHANGE`).
    var hasExchange = true
    /// True if it stores the permissions of files.
    var keepsModes = true

    /// The free space, in bytes, below which a recording warns from its beginning.
    private static let low: Int64 = 512 << 20
    /// The free space, in bytes, for an hour of a busy screen.
    private static let enough: Int64 = 2 << 30

    var findings: [Diagnosis.Finding] {
        if let failure {
            return [
                .broken(
                    "disk", found: failure, remedy: "let this user write there, or set REPLAY_HOME to another folder",
                    need: .everything)
            ]
        }
        return [space, features]
    }

    private var space: Diagnosis.Finding {
        guard let freeBytes else { return .ok("disk", found: home) }
        let found = "\(freeBytes >> 20) MB are free at \(home)"
        let remedy = "free some space, or set REPLAY_HOME to a folder on another disk"
        if freeBytes < Self.low { return .broken("disk", found: found, remedy: remedy, need: .everything) }
        return freeBytes < Self.enough ? .warning("disk", found: found, remedy: remedy) : .ok("disk", found: found)
    }

    private var features: Diagnosis.Finding {
        let missing = [
            keepsModes ? nil : "does not store who may read a file",
            hasNamelessFiles ? nil : "has no nameless files, so an export that is killed leaves a partial file",
            hasLinks ? nil : "has no hard links, so HLS folders are rewritten each time",
            hasExchange ? nil : "cannot exchange folders in one step, so HLS folders cannot be replaced",
        ].compactMap(\.self)
        if missing.isEmpty { return .ok("file system", found: "\(fileSystem): nameless files, links, exchange, modes") }
        return .warning(
            "file system", found: "\(fileSystem) " + missing.joined(separator: "; "),
            remedy: "set REPLAY_HOME to a folder on ext4, XFS, Btrfs or tmpfs")
    }
}

extension DiskCheck {
    /// Tests the disk in a temporary folder, which is removed afterwards. Creates no library.
    /// - Parameter home: The library's home, or nil for the default one.
    static func run(at home: String?) -> DiskCheck {
        do throws(FileSystemError) {
            let home = if let home { home } else { try RecordingLibrary.defaultHome }
            // A folder that does not exist yet will belong to the user.
            for folder in [home, home + "/recordings"] where access(folder, F_OK) == 0 {
                try Directory.open(folder).requireOwned(advice: "")
            }
            return tryDisk(at: home)
        } catch {
            return DiskCheck(home: home ?? "", failure: error.description)
        }
    }

    private static func tryDisk(at home: String) -> DiskCheck {
        var check = DiskCheck(home: home)
        let place = nearestFolder(home)
        guard let path = temporaryFolder(in: place) else {
            check.failure = "cannot write in \(place): \(String(cString: strerror(errno)).lowercased())"
            return check
        }
        defer { rmdir(path) }
        check.fileSystem = FileSystemName.of(path)
        do throws(FileSystemError) {
            try check.probe(try Directory.open(path))
        } catch {
            check.failure = error.description
        }
        return check
    }

    /// Returns the folder, or its nearest existing ancestor.
    private static func nearestFolder(_ path: String) -> String {
        var folder = FilePath(path)
        while access(folder.string, F_OK) != 0, folder.removeLastComponent() {}
        return folder.isEmpty ? "." : folder.string
    }

    private static func temporaryFolder(in place: String) -> String? {
        var template = Array("\(place)/.replay-doctor-XXXXXX".utf8CString)
        return template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
    }

    private mutating func probe(_ folder: Directory) throws(FileSystemError) {
        let names = ["file", "link", "nameless"]
        // The folder is temporary. What stays in it harms nobody.
        defer { for name in names { try? folder.remove(name) } }
        freeBytes = folder.freeBytes
        let file = try folder.openFile("file", mode: .readWrite, options: .create)
        // A mode that cannot be read is not kept either: the finding is the same.
        keepsModes = (try? file.descriptor.stat().permissions) == .ownerReadWrite
        hasLinks = link("\(folder.path)/file", "\(folder.path)/link") == 0
        hasNamelessFiles = Self.hasNamelessFiles(folder)
        hasExchange = try Self.canExchange(folder)
    }

    private static func hasNamelessFiles(_ folder: Directory) -> Bool {
        // The failure is the answer: the file system cannot do it.
        guard let file = try? folder.createNamelessFile(.ownerReadWrite) else { return false }
        // So is a failure here.
        return (try? folder.link(file, as: "nameless")) != nil
    }

    private static func canExchange(_ folder: Directory) throws(FileSystemError) -> Bool {
        let names = ["one", "other"]
        // The folder is temporary. What stays in it harms nobody.
        defer { for name in names { try? folder.removeDirectory(name) } }
        for name in names { _ = try folder.createDirectory(name) }
        // The failure is the answer: the file system cannot do it.
        return (try? folder.exchange(names[0], with: names[1])) != nil
    }
}

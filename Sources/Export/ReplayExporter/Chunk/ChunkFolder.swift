package import Files
import FoundationEssentials
import Glibc
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The private folder of an export in chunks. It contains the plan, and for each finished chunk a file of frames and a
/// result that names this file.
///
/// The file's name contains the hash of its contents. Rendering a chunk again, even at the same time, therefore never
/// changes the file that another result names.
package struct ChunkFolder: Sendable {
    package let directory: Directory
    /// The folder's path, as the caller specified it.
    package let path: String

    static let planName = "plan.json"
    private static let prefix = "chunk-"

    package static func open(_ path: String) throws -> ChunkFolder {
        do {
            return ChunkFolder(directory: try Directory.open(path), path: path)
        } catch let error where [ENOENT, ENOTDIR].contains(error.code) {
            throw ChunkError.noPlan(path)
        }
    }

    /// Creates the folder in an existing parent folder, or opens it if it exists.
    /// - Throws: `ExportError.foreignFolder` if the folder contains a plan that Replay did not write.
    package static func create(_ path: String) throws -> ChunkFolder {
        let (parent, name) = path.withoutEndingSlashes.pathParts
        do {
            let directory = try make(name, in: try Directory.open(parent))
            let folder = ChunkFolder(directory: directory, path: path)
            try folder.checkPlan()
            directory.removeLeftovers(lockName: planName)
            return folder
        } catch let error as FileSystemError where error.code == ENOENT || error.code == ENOTDIR {
            throw ExportError.noFolder(parent)
        }
    }

    /// Checks that an existing file with the plan's name may be replaced, even if it is damaged. Only a folder with
    /// mode 0700 is known to be Replay's.
    private func checkPlan() throws {
        guard directory.contains(Self.planName),
            directory.status(of: ".").map({ $0.permissions.rawValue & 0o777 }) != 0o700
        else {
            return
        }
        throw ExportError.foreignFolder(path, file: Self.planName)
    }

    private static func make(_ name: String, in parent: Directory) throws -> Directory {
        do {
            return try parent.createDirectory(name)
        } catch let error where error.code == EEXIST {
            do {
                return try parent.directory(name)
            } catch let error where [ENOTDIR, ELOOP].contains(error.code) {
                throw ExportError.outputIsNoFolder(parent.path + "/" + name)
            }
        }
    }

    /// Returns the name of a chunk's result.
    static func resultName(_ number: Int) -> String { stem(number) + ".json" }

    /// Returns the name of a chunk's file.
    package static func fileName(_ number: Int, hash: String) -> String {
        stem(number) + "-" + hash.prefix(16) + ".mp4"
    }

    private static func stem(_ number: Int) -> String {
        prefix + String(repeating: "0", count: max(0, 5 - String(number).count)) + String(number)
    }

    package func write(_ value: some Encodable, to name: String) throws {
        let file = try OutputFile.createPrivate(name, in: directory)
        try file.write([UInt8](try Self.encoder([.prettyPrinted]).encode(value)) + [UInt8(ascii: "\n")])
        try file.commit()
    }

    /// Removes the chunks and results of another plan.
    func removeChunks() throws {
        for name in try directory.entries() where Self.isChunk(name) { try directory.remove(name) }
    }

    /// Returns true if a file has the name of a chunk's result or of a chunk's file.
    static func isChunk(_ name: String) -> Bool {
        name.wholeMatch(of: /chunk-[0-9]{5}(\.json|-[0-9a-f]{16}\.mp4)/) != nil
    }

    /// True if there are chunks and no plan: the plan is what `remove()` removes first.
    /// - Throws: `FileSystemError`.
    package var isPartlyRemoved: Bool {
        get throws {
            let names = try directory.entries()
            return !names.contains(Self.planName) && names.contains(where: Self.isChunk)
        }
    }

    /// The name of a file that is being written, or that a killed process has left; nil: there is none.
    /// - Throws: `FileSystemError`.
    package var unfinishedFile: String? {
        get throws {
            let folder: Directory
            do throws(FileSystemError) { folder = try Directory.open(path) } catch {
                guard error.code == ENOENT else { throw error }
                return nil
            }
            return try folder.entries().first { TemporaryName($0) != nil }
        }
    }

    /// Removes all files that Replay wrote, and the folder. The plan is removed first, so that an incomplete folder is
    /// not resumed. Other files are kept, and so is the folder if it contains any.
    package func remove() throws {
        try directory.remove(Self.planName)
        try removeChunks()
        directory.removeLeftovers(lockName: Self.planName)
        rmdir(path.cPath)
    }

    static func encoder(_ formatting: JSONEncoder.OutputFormatting = []) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return encoder
    }
}

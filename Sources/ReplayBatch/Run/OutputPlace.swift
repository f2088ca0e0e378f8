import FoundationEssentials
import Glibc
import ReplayMovie

/// Where a job's output comes: folders are made, and never left by a link.
enum OutputPlace {
    /// Makes the folders that lead to the output.
    /// - Throws: `FileSystemError`, where one of them is a link or a file too.
    static func prepare(_ job: Job) throws {
        var folder = try Directory.open(job.root)
        for component in job.output.dropFirst(job.root.count).split(separator: "/").dropLast() {
            let name = String(component)
            folder = try folder.contains(name) ? folder.directory(name) : create(name, in: folder)
        }
    }

    private static func create(_ name: String, in folder: Directory) throws(FileSystemError) -> Directory {
        do throws(FileSystemError) {
            return try folder.createDirectory(name, mode: 0o755)
        } catch {
            // Another job made it.
            guard error.code == EEXIST else { throw error }
            return try folder.directory(name)
        }
    }

    /// Copies the output of another job, beside its name and renamed over.
    static func copy(_ twin: String, to output: String) throws {
        let (folder, name) = JobFile.split(output)
        let temporary = folder + "/.\(name).\(getpid()).part"
        let files = FileManager.default
        try? files.removeItem(atPath: temporary)
        do {
            try files.copyItem(atPath: twin, toPath: temporary)
            guard rename(temporary, output) == 0 else { throw FileSystemError(operation: "write", subject: output) }
        } catch {
            try? files.removeItem(atPath: temporary)
            throw error
        }
    }
}

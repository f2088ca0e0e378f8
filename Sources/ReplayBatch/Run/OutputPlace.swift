import FoundationEssentials
import Glibc
import ReplayExporter
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

    /// Makes the output a copy of another job's.
    /// - Throws: where that is not what was made, or something stands in the output's place that may not be replaced.
    static func copy(_ twin: JobTwin, for job: Job) throws {
        if job.preset.hls == nil { try copyFile(twin, for: job) } else { try copyFolder(twin, for: job) }
    }

    private static func copyFile(_ twin: JobTwin, for job: Job) throws {
        let output = try OutputFile.create(job.output, overwrites: job.mayReplace)
        try output.copy(twin.output)
        guard try output.contentHash() == twin.made.hash else { throw BatchError.outputChanged(twin.output) }
        try output.commit()
    }

    /// Beside its name first; only an empty folder gives way to it.
    private static func copyFolder(_ twin: JobTwin, for job: Job) throws {
        let (folder, name) = JobFile.split(job.output)
        let temporary = folder + "/.\(name).\(getpid()).part"
        let files = FileManager.default
        defer { try? files.removeItem(atPath: temporary) }
        try files.copyItem(atPath: twin.output, toPath: temporary)
        guard try FileIdentity.of(job.preset.mark(of: temporary)).hash == twin.made.hash else {
            throw BatchError.outputChanged(twin.output)
        }
        sync()
        guard rename(temporary, job.output) == 0 else {
            throw FileSystemError(operation: "write", subject: job.output)
        }
    }
}

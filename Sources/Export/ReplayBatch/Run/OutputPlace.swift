import Files
import Glibc
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// Where a job's output comes: folders are made, and never left by a link.
enum OutputPlace {
    /// Makes the folders that lead to the output.
    /// - Throws: `FileSystemError`, where one of them is a link or a file too.
    static func prepare(_ job: Job) throws {
        var folder = try Directory.open(job.root)
        let rest = String(Substring(job.output.utf8.dropFirst(job.root.utf8.count)))
        for name in rest.pathComponents.dropLast() {
            folder = try folder.contains(name) ? folder.directory(name) : create(name, in: folder)
        }
    }

    private static func create(_ name: String, in folder: Directory) throws(FileSystemError) -> Directory {
        do throws(FileSystemError) {
            return try folder.createSharedDirectory(name)
        } catch {
            // Another job made it.
            guard error.code == EEXIST else { throw error }
            return try folder.directory(name)
        }
    }

    /// Makes the output a copy of another job's.
    /// - Throws: where that is not what was made, or something stands in the output's place that may not be replaced.
    /// - Parameters:
    ///   - overwriting: whether a file of the output's name may be replaced.
    ///   - places: where the output may not lie.
    static func copy(
        _ twin: CachedOutput, for job: Job, overwriting: Bool, sparing places: ProtectedPlaces
    ) throws {
        if job.preset.hls == nil {
            try copyFile(twin, for: job, overwriting, places)
        } else {
            try copyFolder(twin, for: job, places)
        }
    }

    private static func copyFile(
        _ twin: CachedOutput, for job: Job, _ overwriting: Bool, _ places: ProtectedPlaces
    ) throws {
        let output = try OutputFile.create(job.output, overwrites: overwriting, sparing: places)
        try output.copy(twin.output)
        guard try output.contentHash() == twin.made.hash else { throw BatchError.outputChanged(twin.output) }
        try output.commit()
    }

    /// Of what is copied, all must be what was made.
    private static func copyFolder(_ twin: CachedOutput, for job: Job, _ places: ProtectedPlaces) throws {
        let source = try Directory.open(twin.output)
        guard try FileIdentity.of(job.preset.mark(of: twin.output)).hash == twin.made.hash,
            let manifest = try HLSManifest(in: source)
        else { throw BatchError.outputChanged(twin.output) }
        guard try StagedFolder(at: job.output, sparing: places).copy(manifest, from: source) else {
            throw BatchError.outputChanged(twin.output)
        }
    }
}

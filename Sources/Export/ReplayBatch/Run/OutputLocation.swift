import Files
import Glibc
import HLSOutput
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The location of a job's output. Missing folders are created. Links are not followed.
enum OutputLocation {
    /// Creates the folders that lead to the output.
    /// - Throws: `FileSystemError`, also if one of them is a link or a file.
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
            // Another job has created it.
            guard error.code == EEXIST else { throw error }
            return try folder.directory(name)
        }
    }

    /// Copies another job's output to this job's output.
    /// - Throws: An error if the source has changed, or if the output's path is occupied by something that must not
    ///   be replaced.
    /// - Parameters:
    ///   - overwriting: True if a file at the output's path may be replaced.
    ///   - places: The places that the output must not overwrite.
    static func copy(
        _ twin: CachedOutput, for job: Job, overwriting: Bool, sparing places: ProtectedPaths
    ) throws {
        if job.preset.hls == nil {
            try copyFile(twin, for: job, overwriting: overwriting, places: places)
        } else {
            try copyFolder(twin, for: job, sparing: places)
        }
    }

    private static func copyFile(
        _ twin: CachedOutput, for job: Job, overwriting: Bool, places: ProtectedPaths
    ) throws {
        let output = try OutputFile.create(job.output, overwrites: overwriting, sparing: places)
        try output.copy(twin.output)
        guard try output.contentHash() == twin.made.hash else { throw BatchError.outputChanged(twin.output) }
        try output.commit()
    }

    /// Copies a folder. All its files must be unchanged.
    private static func copyFolder(_ twin: CachedOutput, for job: Job, sparing places: ProtectedPaths) throws {
        let source = try Directory.open(twin.output)
        guard try FileIdentity.of(job.preset.mark(of: twin.output)).hash == twin.made.hash,
            let manifest = try HLSManifest(in: source)
        else { throw BatchError.outputChanged(twin.output) }
        guard try StagedFolder(at: job.output, sparing: places).copy(manifest, from: source) else {
            throw BatchError.outputChanged(twin.output)
        }
    }
}

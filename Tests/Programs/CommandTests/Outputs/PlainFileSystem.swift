import Foundation
import ReplayTestSupport

/// A file system that lacks what vfat, NFS and some FUSE file systems do, by a library that stands between
/// (Scripts/preload/plain-filesystem.c).
enum PlainFileSystem {
    /// The command `env` that runs something on it.
    /// - Parameter kill: where the process is killed; see the library.
    static func lacking(_ words: String, kill: String? = nil) throws -> [String] {
        let library = try PreloadedLibrary.plainFileSystem.path()
        return ["env", "LD_PRELOAD=\(library)", "PLAIN=\(words)"] + (kill.map { ["PLAIN_KILL=\($0)"] } ?? [])
    }
}

extension Workplace {
    /// Runs `replay` where a file system lacks something.
    func replay(_ arguments: [String], lacking words: String, kill: String? = nil) throws -> ChildProcess.Outcome {
        try start(arguments, lacking: words, kill: kill).wait()
    }

    func start(_ arguments: [String], lacking words: String, kill: String? = nil) throws -> ChildProcess {
        try start(command: try PlainFileSystem.lacking(words, kill: kill) + [BuiltProgram.replay.path] + arguments)
    }

    /// A recording whose export takes long with the preset `slow.json`.
    func importSlowMovie() throws -> String {
        try PresetFileTests.slow(maxWidth: 640)
            .write(toFile: path("slow.json"), atomically: true, encoding: .utf8)
        return try importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=640x360:r=30:d=8 \(SourceMovie.x264)"))
    }

    /// Leftovers and all else that is hidden.
    func hiddenNames(in name: String) throws -> [String] { try names(in: name).filter { $0.hasPrefix(".") } }
}

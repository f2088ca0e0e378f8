import Foundation
import ReplayTestSupport

/// A file system without features that vfat, NFS and some FUSE file systems lack. A preloaded library simulates it
/// (Scripts/preload/plain-filesystem.c).
enum PlainFileSystem {
    /// Returns the command `env` that runs a program on this file system.
    /// - Parameter kill: The call at which the process is killed; see the library.
    static func lacking(_ words: String, kill: String? = nil) throws -> [String] {
        let library = try PreloadedLibrary.plainFileSystem.path()
        return ["env", "LD_PRELOAD=\(library)", "PLAIN=\(words)"] + (kill.map { ["PLAIN_KILL=\($0)"] } ?? [])
    }
}

extension Workplace {
    /// Runs `replay` on a file system that lacks something.
    func replay(_ arguments: [String], lacking words: String, kill: String? = nil) throws -> ChildProcess.Outcome {
        try start(arguments, lacking: words, kill: kill).wait()
    }

    func start(_ arguments: [String], lacking words: String, kill: String? = nil) throws -> ChildProcess {
        try start(command: try PlainFileSystem.lacking(words, kill: kill) + [BuiltProgram.replay.path] + arguments)
    }

    /// Imports a recording whose export with the preset `slow.json` is slow.
    func importSlowMovie() throws -> String {
        try PresetFileTests.slow(maxWidth: 640)
            .write(toFile: path("slow.json"), atomically: true, encoding: .utf8)
        return try importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=640x360:r=30:d=8 \(SourceMovie.x264)"))
    }

    /// Returns the names that begin with a dot: leftovers and other hidden files.
    func hiddenNames(in name: String) throws -> [String] { try names(in: name).filter { $0.hasPrefix(".") } }
}

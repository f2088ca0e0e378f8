import Foundation
import Synchronization

/// A library that is preloaded between a program and the C library. Its source is in Scripts/preload.
public enum PreloadedLibrary: String, Sendable, CaseIterable {
    /// Calls that fail, are slow, or are the last before the program is killed.
    case faults
    /// A file system without features that vfat, NFS and some FUSE file systems lack.
    case plainFileSystem = "plain-filesystem"
    /// A DMA-BUF format, which xdg-desktop-portal-wlr 0.7 needs although there is no GPU.
    case portalMemory = "portal-shm"
    /// An X display that answers every request but one for an image.
    case silentDisplay = "silent-display"

    /// True if there is a C compiler. Without one, tests that need such a library cannot run.
    public static let canBeCompiled = compiler != nil

    private static let compiler: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = ["clang", "cc", "gcc"].flatMap { name in folders.map { "\($0)/\(name)" } }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private static let compiled = Mutex<[PreloadedLibrary: Result<String, ServerError>]>([:])

    /// Returns the path of the library, for `LD_PRELOAD`. Each test process compiles it once.
    /// - Throws: `ServerError` with the compiler's message, so that a broken source does not disable tests.
    public func path() throws -> String {
        try Self.compiled.withLock { compiled in
            let result = compiled[self] ?? Result { () throws(ServerError) in try compile() }
            compiled[self] = result
            return result
        }.get()
    }

    /// Compiles the library into the folder of the built programs, so that no file remains in the temporary folder.
    private func compile() throws(ServerError) -> String {
        let made = BuiltProgram.folder.appending(path: "\(rawValue).so").path
        try Self.compile(ProjectFolder.path("Scripts/preload/\(rawValue).c"), to: made)
        return made
    }

    /// Compiles a source, and replaces the result atomically, because another process may be using it.
    static func compile(_ source: String, to made: String) throws(ServerError) {
        guard let compiler else { throw ServerError("there is no C compiler") }
        let unfinished = "\(made).\(getpid())"
        let outcome: ChildProcess.Outcome
        do {
            outcome = try ChildProcess([compiler, "-shared", "-fPIC", "-O1", "-o", unfinished, source, "-ldl"]).wait()
        } catch {
            throw ServerError("\(compiler) cannot be run: \(error)")
        }
        guard outcome.status == 0 else { throw ServerError("\(source) cannot be compiled: \(outcome.errors)") }
        guard rename(unfinished, made) == 0 else { throw ServerError("\(made) cannot be made: \(errno)") }
    }
}

import Foundation
import Synchronization

/// A library that stands between a program and the C library: its source is in Scripts/preload.
public enum PreloadedLibrary: String, Sendable, CaseIterable {
    /// Calls that fail, take long, or are the last before the program is killed.
    case faults
    /// A file system that lacks what vfat, NFS and some FUSE file systems do.
    case plainFileSystem = "plain-filesystem"
    /// What xdg-desktop-portal-wlr 0.7 needs without a GPU.
    case portalMemory = "portal-shm"
    /// An X display that answers every request but one for an image.
    case silentDisplay = "silent-display"

    /// Whether there is a C compiler. Without one, what needs such a library cannot be tried.
    public static let canBeCompiled = compiler != nil

    private static let compiler: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = ["clang", "cc", "gcc"].flatMap { name in folders.map { "\($0)/\(name)" } }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private static let compiled = Mutex<[PreloadedLibrary: Result<String, ServerError>]>([:])

    /// Where it is, for `LD_PRELOAD`. Each process of tests compiles it once.
    /// - Throws: `ServerError` with what the compiler says, so that a broken source is no reason to leave tests out.
    public func path() throws -> String {
        try Self.compiled.withLock { compiled in
            let result = compiled[self] ?? Result { () throws(ServerError) in try compile() }
            compiled[self] = result
            return result
        }.get()
    }

    /// Beside the programs that were built with the tests: so nothing of it is left in the temporary folder.
    private func compile() throws(ServerError) -> String {
        let made = BuiltProgram.folder.appending(path: "\(rawValue).so").path
        try Self.compile(ProjectFolder.path("Scripts/preload/\(rawValue).c"), to: made)
        return made
    }

    /// Compiles a source, and replaces at once what another process may be using.
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

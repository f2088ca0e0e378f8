package import Files
import Glibc

/// Where programs tell of themselves while they run: `$XDG_RUNTIME_DIR/replay`; the library's home where that variable is
/// not set, or names no folder of the user's alone.
package enum RuntimeFolder {
    /// Opens it; it is made where it is missing.
    /// - Parameter home: the library's; nil: the default.
    /// - Throws: `FileSystemError`.
    package static func open(home: String? = nil) throws(FileSystemError) -> Directory {
        if let runtime = String.variable("XDG_RUNTIME_DIR"), let folder = try? privateFolder(in: runtime) {
            return folder
        }
        let folder = try Directory.create(RecordingLibrary.home(home))
        try folder.requireOwned(advice: RecordingLibrary.advice)
        return folder
    }

    /// The folder, where it is there with such a file in it.
    /// - Returns: nil where there is none.
    /// - Throws: `FileSystemError` where it is not the user's alone.
    package static func existing(holding name: String, home: String? = nil) throws(FileSystemError) -> Directory? {
        let runtime = String.variable("XDG_RUNTIME_DIR").map { $0 + "/replay" }
        for path in [runtime, try RecordingLibrary.home(home)].compactMap(\.self) where access(path.cPath, F_OK) == 0 {
            let folder = try Directory.open(path)
            guard folder.contains(name) else { continue }
            try folder.requireOwned(advice: "")
            return folder
        }
        return nil
    }

    /// Both: who may write to the outer one could have made the inner one a link.
    private static func privateFolder(in runtime: String) throws(FileSystemError) -> Directory {
        try Directory.create(runtime).requireOwned(advice: "")
        let folder = try Directory.create(runtime + "/replay")
        try folder.requireOwned(advice: "")
        return folder
    }
}

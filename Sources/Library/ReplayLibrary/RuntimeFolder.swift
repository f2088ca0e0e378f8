package import Files
import Glibc

/// The folder for small files with the state of running programs: `$XDG_RUNTIME_DIR/replay`. If that variable is unset,
/// or the folder is not the user's alone, it is the library's home.
package enum RuntimeFolder {
    /// Opens the folder, and creates it if it is missing.
    /// - Parameter home: The library's home; nil for the default.
    /// - Throws: `FileSystemError`.
    package static func open(home: String? = nil) throws(FileSystemError) -> Directory {
        if let runtime = String.variable("XDG_RUNTIME_DIR"), let folder = try? privateFolder(in: runtime) {
            return folder
        }
        let folder = try Directory.create(RecordingLibrary.home(home))
        try folder.requireOwned(advice: RecordingLibrary.advice)
        return folder
    }

    /// Returns the first existing folder that contains a file with this name, or nil if there is none.
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - home: The library's home; nil for the default.
    /// - Throws: `FileSystemError` if the folder is not the user's alone.
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

    /// Checks both folders: a user who may write to the outer folder could replace the inner one by a link.
    private static func privateFolder(in runtime: String) throws(FileSystemError) -> Directory {
        try Directory.create(runtime).requireOwned(advice: "")
        let folder = try Directory.create(runtime + "/replay")
        try folder.requireOwned(advice: "")
        return folder
    }
}

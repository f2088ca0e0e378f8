import Files
import Glibc
import ReplayErrors

/// A program of a service, with its arguments.
package struct SetupProgram: Codable, Equatable, Sendable {
    /// The absolute path.
    package var path: String
    package var arguments: [String]

    /// Finds the program that the first word names.
    /// - Parameters:
    ///   - words: The program, as a path from `folder` or a name in `$PATH`, and its arguments. It must not be empty.
    ///   - folder: The folder of the service's file; nil for the working folder.
    ///   - purpose: The program for errors, such as “the set-up program”.
    /// - Throws: `BroadcastError` if it is not there, or not executable.
    package init(_ words: [String], folder: String?, purpose: String) throws(BroadcastError) {
        let word = words.first ?? ""
        guard let path = word.hasByte("/") ? Self.path(word, from: folder) : ProgramPath.search(word) else {
            throw BroadcastError(.noInput, description: "\(purpose) “\(word)” is in no folder of $PATH")
        }
        var status = stat()
        guard stat(path.cPath, &status) == 0 else {
            throw BroadcastError(.noInput, description: "\(purpose) \(path) is not there")
        }
        guard status.st_mode & S_IFMT == S_IFREG, access(path.cPath, X_OK) == 0 else {
            throw BroadcastError(
                .notPermitted, description: "\(purpose) \(path) is not executable; “chmod +x” makes it so")
        }
        (self.path, arguments) = (path, Array(words.dropFirst()))
    }

    private static func path(_ word: String, from folder: String?) -> String {
        let isRelative = !word.isAbsolutePath
        return (isRelative ? (folder.map { $0 + "/" } ?? "") + word : word).absolutePath.normalizedPath
    }
}

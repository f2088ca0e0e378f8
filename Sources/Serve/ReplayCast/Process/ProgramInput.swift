import Descriptors
import Files
import ReplayControl

/// The standard input of a program: one line of JSON, and then the end of the file.
enum ProgramInput {
    /// Creates a file in memory with a message, at its beginning. A program that does not read it delays nobody.
    /// - Throws: `FileSystemError`.
    static func file(with message: some Encodable) throws(FileSystemError) -> OwnedDescriptor {
        try OwnedDescriptor.memory("replay-input", with: Array(ControlLine.encode(message)))
    }
}

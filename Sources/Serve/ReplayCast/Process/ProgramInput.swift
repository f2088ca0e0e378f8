import CLinux
import Descriptors
import Files
import Glibc
import ReplayControl
import SystemPackage

/// The standard input of a program: one line of JSON, and then the end of the file.
enum ProgramInput {
    /// Creates a file in memory with a message, at its beginning. A program that does not read it delays nobody.
    /// - Throws: `FileSystemError`.
    static func file(with message: some Encodable) throws(FileSystemError) -> OwnedDescriptor {
        guard let file = OwnedDescriptor(replay_memory_create("replay-input")) else {
            throw FileSystemError(operation: "create", subject: "the input of a program")
        }
        try FileSystemError.catching("write", subject: "the input of a program") {
            try file.descriptor.writeAll(ControlLine.encode(message))
            try file.descriptor.seek(offset: 0, from: .start)
        }
        return file
    }
}

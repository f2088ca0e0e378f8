import Descriptors
import Files
import Glibc
import ReplayErrors
import SystemPackage

/// The sources of a stream key. A key is never a word of a command line, because other users can see those.
package enum KeyFile {
    /// The environment variable with a stream key.
    package static let variable = "REPLAY_STREAM_KEY"
    /// The largest size of a key file, in bytes.
    private static let maxSize = 4 << 10

    /// Returns the key in a file, or from standard input for `-`: without spaces at the ends.
    /// - Throws: `FileSystemError`, or `BroadcastError` if there is no key, or if other users may read the file.
    package static func read(_ path: String) throws -> String {
        guard path != "-" else { return try key(in: readLineOfInput("Stream key: "), of: "standard input") }
        guard access(path.cPath, F_OK) == 0 else {
            // The word is not repeated: it may be the key itself.
            throw BroadcastError(
                .noInput,
                description: "the file of --key is not there; --key takes the path of a file that contains the key")
        }
        let file = try RegularFile.open(path)
        try requirePrivate(file, path: path)
        return try key(in: try RegularFile.contents(of: file, path: path, limit: maxSize), of: path)
    }

    /// Asks for a key at the terminal, which does not show it.
    /// - Returns: The key; nil if the answer is empty.
    /// - Throws: `BroadcastError` if the key is not valid.
    package static func ask(_ question: String) throws(BroadcastError) -> String? {
        let line = readLineOfInput(question)
        return line.allSatisfy { $0 == 0x20 } ? nil : try key(in: line, of: "the answer")
    }

    /// Reads the first line of standard input, up to the largest size. A terminal does not show it.
    private static func readLineOfInput(_ question: String) -> [UInt8] {
        var mode = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &mode) == 0
        if isTerminal {
            var silent = mode
            // Ctrl-C comes as a character, so that the mode is restored before the program ends.
            silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
            // Before the question, because this drops what was typed so far.
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
            FileDescriptor.standardError.writeBestEffort(question)
        }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        func isLast(_ byte: UInt8) -> Bool { byte == 0x0A || isTerminal && byte == interruptCharacter }
        while line.count < maxSize, Glibc.read(STDIN_FILENO, &byte, 1) == 1, !isLast(byte) { line.append(byte) }
        if isTerminal {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
            FileDescriptor.standardError.writeBestEffort("\n")
            if byte == interruptCharacter { raise(SIGINT) }
        }
        return line
    }

    /// The character of Ctrl-C.
    private static let interruptCharacter: UInt8 = 3

    /// Takes the key from the environment, so that programs started later do not get it.
    /// - Throws: `BroadcastError` if it is not valid.
    package static func takeFromEnvironment() throws(BroadcastError) -> String? {
        defer { unsetenv(variable) }
        guard let value = String.variable(variable) else { return nil }
        return try key(in: Array(value.utf8), of: "$" + variable)
    }

    /// - Throws: `BroadcastError` if other users may read the file.
    static func requirePrivate(_ file: OwnedDescriptor, path: String) throws {
        let status = try FileSystemError.catching("inspect", subject: path) { try file.descriptor.stat() }
        guard status.permissions.rawValue & 0o077 == 0 else {
            throw BroadcastError(
                .notPermitted,
                description: "\(path) contains a stream key, but other users may read it; run “chmod 600” on it")
        }
    }

    /// Returns the key in a text, without spaces at the ends.
    /// - Parameter source: The name of the text for users.
    /// - Throws: `BroadcastError` if there is no key, or if it cannot be one.
    package static func key(in bytes: [UInt8], of source: String) throws(BroadcastError) -> String {
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let trimmed = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !trimmed.isEmpty else { throw BroadcastError(.badData, description: "\(source) contains no stream key") }
        guard trimmed.count < maxSize, trimmed.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw BroadcastError(
                .badData, description: "the stream key in \(source) is not one word of plain characters")
        }
        return String(decoding: trimmed, as: UTF8.self)
    }
}

extension FileDescriptor {
    /// Writes a text. An error is ignored, because there is nobody to tell.
    fileprivate func writeBestEffort(_ text: String) { _ = try? writeAll(text.utf8) }
}

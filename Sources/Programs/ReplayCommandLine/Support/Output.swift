import ArgumentParser
import Files
import FoundationEssentials
// Needed for `stdout`, which Glibc's module declares as a mutable variable.
@preconcurrency import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary

/// Standard output: the result, as text or as JSON.
package enum Output {
    /// True if standard output is a terminal and `$NO_COLOR` is empty or not set.
    package static var hasColour: Bool {
        isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    }

    /// Prints an indented JSON document.
    package static func json(_ value: some Encodable) throws { try json(value, style: [.prettyPrinted]) }

    /// Prints a JSON object on a single line and flushes.
    package static func jsonLine(_ value: some Encodable) throws {
        try json(value, style: [])
        fflush(nil)
    }

    /// Prints progress as a JSON object on a single line and flushes. Values of these types always encode. `finish()`
    /// reports write errors.
    package static func progressLine(_ value: some Encodable) { try? jsonLine(value) }

    /// Prints a line and flushes, for programs that read along.
    package static func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// Returns an indented JSON document for a file.
    package static func document(_ value: some Encodable) throws -> [UInt8] {
        [UInt8](try encoded(value, style: [.prettyPrinted]))
    }

    /// Returns a JSON value in a single line.
    package static func line(_ value: some Encodable) throws -> [UInt8] { [UInt8](try encoded(value, style: [])) }

    /// Writes bytes to standard output.
    package static func bytes(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, stdout) }

    /// Prints a text that is or contains a path, byte for byte, because a name need not be UTF-8.
    package static func path(_ text: String) { puts(text.cPath) }

    /// Flushes standard output and checks that everything was written.
    /// - Throws: `OutputError` if a write failed.
    package static func finish() throws(OutputError) {
        let isFlushed = fflush(stdout) == 0
        let code = errno
        // An earlier write may also have failed without notice.
        guard !isFlushed || ferror(stdout) != 0 else { return }
        throw hasReader ? .failed(isFlushed ? EIO : code) : .noReader
    }

    /// True if the other end of a pipe is open, or if standard output is not a pipe.
    private static var hasReader: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) <= 0 || Int32(polled.revents) & POLLERR == 0
    }

    /// Refuses to print a path into a file that is named like a movie, because the user wanted the movie there.
    /// - Parameter command: The command with the option that takes a file.
    /// - Throws: `ValidationError`.
    package static func refuseMovieFile(insteadOf command: String) throws {
        guard let name = fileName, isMovieName(name) else { return }
        throw ValidationError(
            "standard output is “\(name)”, but only a path is printed there; write “\(command) \(name)”")
    }

    /// Returns true for a name with the extension of a movie.
    package static func isMovieName(_ name: String) -> Bool {
        movieExtensions.contains(where: name.lowercased().hasSuffix)
    }

    /// Returns true for a name with the extension of an image.
    package static func isImageName(_ name: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".webp"].contains(where: name.lowercased().hasSuffix)
    }

    private static let movieExtensions = [".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif", ".m4a", ".wav", ".avi"]

    /// The name of the regular file to which standard output is redirected, or nil if it is not a regular file.
    private static var fileName: String? {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/1", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).pathParts.name
    }

    private static func json(_ value: some Encodable, style: JSONEncoder.OutputFormatting) throws {
        print(String(decoding: try encoded(value, style: style), as: UTF8.self))
    }

    private static func encoded(_ value: some Encodable, style: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = style.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        encoder.userInfo[.marksTimes] = true
        let marked = try JSONDecoder().decode(JSONValue.self, from: try encoder.encode(value))
        return try encoder.encode(marked.withSeconds)
    }
}

import ArgumentParser
import Files
import FoundationEssentials
// For `stdout`, which Glibc's module declares as a variable that anybody may change.
@preconcurrency import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary

/// Standard output: the result, as text or as JSON.
package enum Output {
    /// Whether colours are wanted there: a terminal reads it, and `$NO_COLOR` does not say no.
    package static var hasColour: Bool {
        isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    }

    /// Prints one JSON document, indented.
    package static func json(_ value: some Encodable) throws { try json(value, [.prettyPrinted]) }

    /// Prints one JSON object on a line of its own, at once.
    package static func jsonLine(_ value: some Encodable) throws {
        try json(value, [])
        fflush(nil)
    }

    /// Prints what goes on as one JSON object on a line of its own, at once. Values of ours always encode; whether the line got
    /// to where it goes is told by `finish()`.
    package static func progressLine(_ value: some Encodable) { try? jsonLine(value) }

    /// Prints a line at once, for who reads along.
    package static func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// One JSON document, indented, as a file has it.
    package static func document(_ value: some Encodable) throws -> [UInt8] {
        [UInt8](try encoded(value, [.prettyPrinted]))
    }

    /// One JSON value in a line.
    package static func line(_ value: some Encodable) throws -> [UInt8] { [UInt8](try encoded(value, [])) }

    /// Writes the contents of a file.
    package static func bytes(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, stdout) }

    /// Prints a text that is, or holds, a path: byte for byte, for names need not be UTF-8.
    package static func path(_ text: String) { puts(text.cPath) }

    /// Brings all that was printed to where it goes, and makes sure that it came there.
    /// - Throws: `OutputError` where it did not.
    package static func finish() throws(OutputError) {
        let isFlushed = fflush(stdout) == 0
        let code = errno
        // An earlier write may have failed too, whose error nobody has seen.
        guard !isFlushed || ferror(stdout) != 0 else { return }
        throw hasReader ? .failed(isFlushed ? EIO : code) : .noReader
    }

    /// Whether the other end of a pipe is open; what is no pipe has a reader.
    private static var hasReader: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) <= 0 || Int32(polled.revents) & POLLERR == 0
    }

    /// Refuses to print a path into a file that is named like a movie: what was wanted there is the movie.
    /// - Parameter command: The command with the option that takes a file.
    /// - Throws: `ValidationError`.
    package static func refuseMovieFile(insteadOf command: String) throws {
        guard let name = fileName, isMovieName(name) else { return }
        throw ValidationError(
            "standard output is “\(name)”, but only a path is printed there; write “\(command) \(name)”")
    }

    /// True for the name of a file that is named like a movie.
    package static func isMovieName(_ name: String) -> Bool {
        movieExtensions.contains(where: name.lowercased().hasSuffix)
    }

    /// True for the name of a file that is named like an image.
    package static func isImageName(_ name: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".webp"].contains(where: name.lowercased().hasSuffix)
    }

    private static let movieExtensions = [".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif", ".m4a", ".wav", ".avi"]

    /// The name of the regular file that standard output is, or nil if it is something else.
    private static var fileName: String? {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/1", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).pathParts.name
    }

    private static func json(_ value: some Encodable, _ style: JSONEncoder.OutputFormatting) throws {
        print(String(decoding: try encoded(value, style), as: UTF8.self))
    }

    private static func encoded(_ value: some Encodable, _ style: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = style.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        encoder.userInfo[.marksTimes] = true
        let marked = try JSONDecoder().decode(JSONValue.self, from: try encoder.encode(value))
        return try encoder.encode(marked.withSeconds)
    }
}

import Descriptors
import Glibc

/// The last line that a program has written to its standard output or standard error.
struct ProgramLog {
    private var line: [UInt8] = []
    private var isComplete = false

    /// The maximum number of bytes that are kept.
    private static let maxLength = 400

    /// The last line that is not empty; nil if there is none.
    var lastLine: String? {
        line.isEmpty ? nil : Self.excerpt(line, limit: Self.maxLength)
    }

    /// Adds output.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                isComplete = true
            } else {
                if isComplete { line = [] }
                isComplete = false
                if line.count < Self.maxLength { line.append(byte) }
            }
        }
    }

    /// Reads the output that is available, at most 16 KB, so that a program that writes without end delays nothing.
    mutating func read(from output: OwnedDescriptor) -> Bool {
        let part = Self.bytes(of: output)
        add(part)
        return !part.isEmpty
    }

    /// Returns the bytes that are available in a pipe, at most 16 KB.
    static func bytes(of output: OwnedDescriptor) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
            count = max(0, Glibc.read(output.descriptor.rawValue, buffer.baseAddress, buffer.count))
        }
    }

    /// Returns the beginning of a text from a program on one line. Control characters become “?”.
    static func excerpt(_ bytes: some Collection<UInt8>, limit: Int = 60) -> String {
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars
            .map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return bytes.count > limit ? text + "…" : text
    }
}

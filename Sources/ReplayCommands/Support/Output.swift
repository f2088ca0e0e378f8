import FoundationEssentials
import Glibc

/// Standard output: the result, as text or as JSON.
enum Output {
    /// Prints one JSON document, indented.
    static func json(_ value: some Encodable) throws { try json(value, [.prettyPrinted]) }

    /// Prints one JSON object on a line of its own, at once.
    static func jsonLine(_ value: some Encodable) throws {
        try json(value, [])
        fflush(nil)
    }

    private static func json(_ value: some Encodable, _ style: JSONEncoder.OutputFormatting) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = style.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}

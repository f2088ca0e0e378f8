import FoundationEssentials
import Glibc
public import ReplayErrors

/// The contents of a JSON file of a recording. Fields that this version does not know are kept when it is written.
package protocol JSONDocument: Codable, Sendable {
    /// The type of the names of the fields that this version knows.
    associatedtype Field: CodingKey, CaseIterable
    /// The newest version of the file format that this code understands.
    static var currentVersion: Int { get }
    /// The file's name in the recording's folder.
    static var fileName: String { get }
    /// The version of the file that the document was read from.
    var version: Int { get }
    /// True if only programs read the file, so that it is written without line breaks and indentation.
    var isLong: Bool { get }
}

extension JSONDocument {
    package var isLong: Bool { false }
}

/// An error that occurs if a file of a recording cannot be understood.
public struct DocumentError: CategorizedError {
    /// The path of the file.
    public let path: String
    /// The reason, as the end of a sentence.
    public let reason: String
    /// True if a newer version of Replay wrote the file, which is then not damaged.
    package let isNewer: Bool

    package init(path: String, reason: String, isNewer: Bool = false) {
        self.path = path
        self.reason = reason
        self.isNewer = isNewer
    }

    /// The category of the failure.
    public var category: ErrorCategory { .badData }

    /// A sentence for the user that says what is wrong, without its full stop.
    public var description: String { "\(path) cannot be read: \(reason)" }
}

extension Directory {
    /// Reads a document.
    /// - Parameter name: The name of the file; nil for `fileName` of the document.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package func read<Document: JSONDocument>(
        _ type: Document.Type, named name: String? = nil
    ) throws -> Document {
        let name = name ?? Document.fileName
        return try decode(type, from: try contents(of: name), named: name)
    }

    /// Decodes a document from the contents of its file.
    /// - Throws: `DocumentError`.
    package func decode<Document: JSONDocument>(
        _: Document.Type, from bytes: [UInt8], named name: String
    ) throws -> Document {
        let file = path + "/" + name
        do {
            return try JSONDecoder.iso8601.decode(VersionedDocument<Document>.self, from: Data(bytes)).document
        } catch let error as NewerVersion {
            throw DocumentError(
                path: file, reason: "it has version \(error.version), which a newer version of Replay wrote",
                isNewer: true)
        } catch let error as DecodingError {
            throw DocumentError(path: file, reason: error.sentence)
        }
    }

    /// Writes a document in place of the existing file, and keeps the fields of that
    /// file that the document does not know.
    /// - Throws: `FileSystemError`, with `EFBIG` if the result is too long to be read again.
    package func write<Document: JSONDocument>(_ document: Document) throws {
        try replace(Document.fileName, with: try contents(for: document))
    }

    /// Returns the contents to write for a document, with the fields of the existing
    /// file that the document does not know.
    /// - Throws: The errors of ``write(_:)``.
    package func contents<Document: JSONDocument>(for document: Document) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !document.isLong { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        let merged = MergedDocument(document: document, unknown: try unknownFields(of: Document.self))
        let bytes = try [UInt8](encoder.encode(merged)) + [UInt8(ascii: "\n")]
        guard bytes.count <= Self.maxContents else {
            throw FileSystemError(
                EFBIG, operation: "write", subject: path + "/" + Document.fileName,
                reason: "it would be larger than \(Self.maxContents >> 20) MiB, the limit for reading it")
        }
        return bytes
    }

    /// Returns the fields of the existing file that the document does not know; empty
    /// if there is no file or it is not JSON.
    /// - Throws: `FileSystemError` if the file exists and cannot be read, because its unknown fields would be lost.
    private func unknownFields<Document: JSONDocument>(of _: Document.Type) throws(FileSystemError)
        -> [String: JSONValue]
    {
        let bytes: [UInt8]
        do throws(FileSystemError) {
            bytes = try contents(of: Document.fileName)
        } catch {
            // Replay writes no file that is too long, so such a file is not one of its documents.
            guard error.code == ENOENT || error.isTooLarge else { throw error }
            return [:]
        }
        // A file that is not JSON has no fields.
        return (try? JSONDecoder().decode(UnknownFields<Document>.self, from: Data(bytes)))?.values ?? [:]
    }
}

/// A document whose version is checked first, because a newer version may have another structure.
private struct VersionedDocument<Document: JSONDocument>: Decodable {
    let document: Document

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        let version = try fields.decode(Int.self, forKey: FieldName(stringValue: "version"))
        guard version <= Document.currentVersion else { throw NewerVersion(version: version) }
        document = try Document(from: decoder)
    }
}

private struct NewerVersion: Error { let version: Int }

extension JSONDecoder {
    fileprivate static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

/// The fields of a file that its document type does not know. The known fields may be large, so they are not decoded.
private struct UnknownFields<Document: JSONDocument>: Decodable {
    let values: [String: JSONValue]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        let known = Set(Document.Field.allCases.map(\.stringValue))
        values = try Dictionary(
            uniqueKeysWithValues: fields.allKeys.filter { !known.contains($0.stringValue) }.map {
                ($0.stringValue, try fields.decode(JSONValue.self, forKey: $0))
            })
    }
}

/// A document and the fields that it does not know, encoded as one object.
private struct MergedDocument<Document: JSONDocument>: Encodable {
    let document: Document
    let unknown: [String: JSONValue]

    func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
        var fields = encoder.container(keyedBy: FieldName.self)
        for (name, value) in unknown { try fields.encode(value, forKey: FieldName(stringValue: name)) }
    }
}

/// A coding key with any name.
private struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// The end of a sentence that says what is wrong and in which value.
    package var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context, key: key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(Self.place(context)) is of the wrong type"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not valid JSON" : "\(Self.place(context)): \(context.debugDescription)"
        @unknown default: "it is not valid"
        }
    }

    private static func place(_ context: Context, key: (any CodingKey)? = nil) -> String {
        let path = (context.codingPath + [key].compactMap(\.self)).map(\.stringValue)
        return path.isEmpty ? "it" : "“\(path.joined(separator: "."))”"
    }
}

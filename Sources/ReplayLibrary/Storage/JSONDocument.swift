import FoundationEssentials
public import ReplayErrors

/// What is kept in a JSON file of a recording. Fields that this version does not know are kept as they are.
package protocol JSONDocument: Codable, Sendable {
    associatedtype Field: CodingKey, CaseIterable
    /// The newest version of the file that this code understands.
    static var currentVersion: Int { get }
    /// The file's name in its recording's folder.
    static var fileName: String { get }
    /// The version of the file it was read from.
    var version: Int { get }
}

/// A file of a recording that cannot be understood.
public struct DocumentError: CategorizedError {
    /// The file.
    public let path: String
    /// What is wrong with it, as the end of a sentence.
    public let reason: String
    /// Whether a newer Replay wrote it: nothing is wrong with it then.
    package let isNewer: Bool

    package init(path: String, reason: String, isNewer: Bool = false) {
        self.path = path
        self.reason = reason
        self.isNewer = isNewer
    }

    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String { "\(path) cannot be read: \(reason)" }
}

extension Directory {
    /// Reads a document.
    /// - Parameter name: nil: the one it has in a recording's folder.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package func read<Document: JSONDocument>(
        _ type: Document.Type, named name: String? = nil
    ) throws -> Document {
        let bytes = try contents(of: name ?? Document.fileName)
        let file = path + "/" + (name ?? Document.fileName)
        do {
            // The version comes first: what else a newer file holds need not be what this code expects.
            let version = try JSONDecoder().decode(DocumentVersion.self, from: Data(bytes)).version
            guard version <= Document.currentVersion else {
                throw DocumentError(
                    path: file, reason: "it is of version \(version), made by a newer Replay", isNewer: true)
            }
            return try JSONDecoder.iso8601.decode(Document.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw DocumentError(path: file, reason: error.sentence)
        }
    }

    /// Writes a document in place of what was there, keeping the fields that it does not know.
    package func write<Document: JSONDocument>(_ document: Document) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let fresh = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(document))
        let merged = fresh.keeping(unknownOf: existing(Document.self), knownKeys: Document.knownKeys)
        try replace(Document.fileName, with: [UInt8](encoder.encode(merged)) + [UInt8(ascii: "\n")])
    }

    private func existing<Document: JSONDocument>(_: Document.Type) -> JSONValue {
        guard let bytes = try? contents(of: Document.fileName) else { return .null }
        return (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) ?? .null
    }
}

/// What every document begins with.
private struct DocumentVersion: Decodable {
    let version: Int
}

extension JSONDecoder {
    fileprivate static var iso8601: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

extension JSONDocument {
    fileprivate static var knownKeys: Set<String> { Set(Field.allCases.map(\.stringValue)) }
}

extension JSONValue {
    fileprivate func keeping(unknownOf old: JSONValue, knownKeys: Set<String>) -> JSONValue {
        guard case .object(let fresh) = self, case .object(let kept) = old else { return self }
        return .object(fresh.merging(kept.filter { !knownKeys.contains($0.key) }) { new, _ in new })
    }
}

extension DecodingError {
    /// What is wrong, where, as the end of a sentence.
    package var sentence: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context, key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(Self.place(context)) is of the wrong type"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not valid JSON" : "\(Self.place(context)): \(context.debugDescription)"
        @unknown default: "it is not valid"
        }
    }

    private static func place(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
        let path = (context.codingPath + [key].compactMap(\.self)).map(\.stringValue)
        return path.isEmpty ? "it" : "“\(path.joined(separator: "."))”"
    }
}

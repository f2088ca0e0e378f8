import Files
package import FoundationEssentials

/// What of a recording was exported, and where to: the contents of `exports.json`.
package struct RecordingExports: Sendable {
    /// A file or an HLS folder.
    package struct Output: Codable, Sendable {
        /// From the root.
        package let path: String
        /// Of a file; nil: it is a folder.
        package let bytes: Int64?
        package let date: Date
        /// True if it has a part of the recording only, or no frames; nil: it has all that the edit kept.
        package let isPart: Bool?
    }

    /// More are of no use to anybody; the oldest are forgotten.
    private static let maxCount = 100

    package let version: Int
    package private(set) var outputs: [Output]
    /// Folders of exports in chunks, from the root; nil: none was made yet.
    package private(set) var chunkFolders: [String]?

    init() {
        version = Self.currentVersion
        outputs = []
    }

    /// Adds an output, in place of an earlier one of that path.
    mutating func add(_ output: Output) {
        outputs.removeAll { $0.path.hasSameBytes(as: output.path) }
        outputs = (outputs + [output]).suffix(Self.maxCount)
    }

    /// Adds a folder of chunks, once.
    mutating func add(chunkFolder path: String) {
        let others = (chunkFolders ?? []).filter { !$0.hasSameBytes(as: path) }
        chunkFolders = (others + [path]).suffix(Self.maxCount)
    }
}

extension RecordingExports: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable {
        case version, outputs, chunkFolders
    }
    package static let currentVersion = 1
    package static let fileName = "exports.json"
}

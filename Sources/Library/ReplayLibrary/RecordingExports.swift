import Files
package import FoundationEssentials

/// The exports of a recording: the contents of `exports.json`.
package struct RecordingExports: Sendable {
    /// An exported file or HLS folder.
    package struct Output: Codable, Sendable {
        /// The absolute path.
        package let path: String
        /// The size of the file, in bytes; nil for a folder.
        package let bytes: Int64?
        package let date: Date
        /// True if the export contains only a part of the recording, or no frames. Nil if it
        /// contains everything that the edit kept.
        package let isPart: Bool?
    }

    /// The largest number of entries in each list. The oldest are dropped.
    private static let maxCount = 100

    package let version: Int
    package private(set) var outputs: [Output]
    /// The absolute paths of folders with exports in chunks; nil if there are none yet.
    package private(set) var chunkFolders: [String]?

    init() {
        version = Self.currentVersion
        outputs = []
    }

    /// Adds an output, and removes an earlier one with the same path.
    mutating func add(_ output: Output) {
        outputs.removeAll { $0.path.hasSameBytes(as: output.path) }
        outputs = (outputs + [output]).suffix(Self.maxCount)
    }

    /// Adds a folder of chunks, and removes an earlier entry with the same path.
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

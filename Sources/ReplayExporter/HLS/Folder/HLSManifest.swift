import FoundationEssentials

/// What a folder of ours holds, so that it is known again, and nothing else in it is ever touched.
struct HLSManifest: Codable, Equatable {
    /// The version of the format: 1.
    var version = 1
    /// All files but this one, as paths from the folder, sorted.
    var files: [String]

    /// Hidden: players and visitors have no use for it.
    static let fileName = ".replay-hls.json"

    init(files: some Sequence<String>) { self.files = files.sorted() }

    init?(_ bytes: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(bytes)), read.version == 1 else { return nil }
        self = read
    }

    /// As the file has it.
    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}

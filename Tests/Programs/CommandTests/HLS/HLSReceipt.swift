import Foundation

/// The last line that `replay export --preset hls --json` prints.
struct HLSReceipt: Decodable {
    struct Contents: Decodable {
        /// The number of media files, headers included, that existed already, and of new ones.
        let keptFiles: Int
        let newFiles: Int
        let renditions: [String]
        let dropped: [String]
    }

    let path: String
    let hls: Contents
    let isSmart: Bool

    init?(lastLineOf output: String) {
        guard let line = output.split(separator: "\n").last,
            let receipt = try? JSONDecoder().decode(Self.self, from: Data(line.utf8))
        else { return nil }
        self = receipt
    }
}

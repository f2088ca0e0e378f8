import Files
import FoundationEssentials
import ReplayErrors

extension BroadcastService {
    /// Checks the name of a service.
    /// - Throws: `BroadcastError` if it is not valid.
    package static func checkName(_ name: String) throws(BroadcastError) {
        guard !isName(name) else { return }
        throw BroadcastError(
            .usage, description: "“\(name.excerpt)” must consist of lower-case letters, digits and hyphens")
    }

    /// Returns true if a text consists of lower-case letters, digits and hyphens.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
    }

    /// Stores a service of the user's, with mode 0600.
    /// - Parameter isReplaced: True to replace a service of the same name.
    /// - Returns: The path of the file.
    /// - Throws: `BroadcastError` if there is one of that name, and `FileSystemError`.
    package static func store(
        _ name: String, address: String, key: String?, replacing isReplaced: Bool
    ) throws -> String {
        struct File: Encodable {
            let version = 1
            let name, address: String
            let key: String?
            enum CodingKeys: CodingKey { case version, name, address, key }
        }
        try checkName(name)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = [UInt8](try encoder.encode(File(name: name, address: address, key: key))) + [0x0A]
        let folder = try Directory.create(try folder())
        let file = name + ".json5"
        guard isReplaced || !folder.contains(file) else {
            throw BroadcastError(
                .cannotCreate, description: "the service “\(name)” exists already; --force replaces it")
        }
        try folder.replace(file, with: text)
        return folder.path + "/" + file
    }
}

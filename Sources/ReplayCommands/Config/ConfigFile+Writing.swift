import Replay
import ReplayJSON

extension ConfigFile {
    /// Writes the file with another value.
    /// - Parameter value: nil: the default goes.
    /// - Throws: `ConfigError` where the file has comments; `FileSystemError`.
    func write(_ key: ConfigKey, _ value: JSONValue?) throws {
        guard !hasComments else {
            throw ConfigError(reason: "\(path) has comments, which would be lost; change it in an editor")
        }
        var sections: [String: JSONValue] = ["version": .integer(1)]
        for entry in entries where entry.key.name != key.name { sections.set(entry.key, entry.value) }
        if let value { sections.set(key, value) }
        // Who keeps the file elsewhere has a link here.
        let (folder, name) = ((try? path.resolvedPath()) ?? path).pathParts
        try Directory.create(folder).replace(
            name, with: try Output.document(JSONValue.object(sections)) + [UInt8(ascii: "\n")])
    }
}

extension [String: JSONValue] {
    fileprivate mutating func set(_ key: ConfigKey, _ value: JSONValue) {
        guard case .object(var members) = self[key.command] ?? .object([:]) else { return }
        members[key.option] = value
        self[key.command] = .object(members)
    }
}

package import Files
import Glibc
import MediaTime
import ReplayControl
package import ReplayErrors
import ReplayJSON
import ReplayLibrary

/// The file of the user's defaults for options: `{ version: 1, record: { fps: 30 }, export: { preset: "share-720p" }
/// }`.
package struct ConfigFile {
    private static let maxSize = 64 << 10
    private static let version = 1.0

    /// A default value for one command-line option.
    package struct Entry {
        package let key: ConfigKey
        package let value: JSONValue
        /// The default in the form of command-line arguments.
        let arguments: [String]
    }

    /// The path of the file, which may not exist.
    package let path: String
    package let entries: [Entry]
    private let text: [UInt8]

    /// Returns `$REPLAY_CONFIG`, or `$XDG_CONFIG_HOME/replay/config.json`, or `~/.config/replay/config.json`.
    /// - Throws: `FileSystemError` if the user has no home.
    package static func defaultPath() throws(FileSystemError) -> String {
        if let path = String.variable("REPLAY_CONFIG") { return path }
        return try HomeFolder.config() + "/replay/config.json"
    }

    /// A function that returns the reason why a command does not accept options, or nil if it does.
    package typealias Problem = (_ options: [String], _ command: String) -> String?

    /// Reads the file and checks all its contents.
    /// - Throws: `ConfigError`, `FileSystemError`.
    package static func read(problem: Problem) throws -> ConfigFile {
        let path = try defaultPath()
        guard access(path.cPath, F_OK) == 0, !path.hasSameBytes(as: "/dev/null") else {
            return ConfigFile(path: path, entries: [], text: [])
        }
        let bytes = try RegularFile.contents(of: path, limit: maxSize)
        do throws(JSON5Error) {
            return ConfigFile(path: path, entries: try entries(of: try JSON5Parser.parse(bytes), problem), text: bytes)
        } catch {
            let place = JSON5Text(bytes).place(of: error.offset)
            throw ConfigError(reason: "\(path), line \(place.line), column \(place.column): \(error.reason)")
        }
    }

    /// Returns the defaults in a file. Each one is checked by the command that it belongs to.
    static func entries(of root: JSON5Value, _ problem: Problem) throws(JSON5Error) -> [Entry] {
        guard case .object(let sections) = root.content else {
            throw JSON5Error(offset: root.offset, reason: "it is \(root.kind), but must be an object")
        }
        var entries: [Entry] = []
        for section in sections {
            if section.key == "version" {
                try check(version: section.value)
            } else {
                entries += try self.entries(of: section, problem)
            }
        }
        return entries
    }

    private static func check(version: JSON5Value) throws(JSON5Error) {
        guard case .number(Self.version) = version.content else {
            throw JSON5Error(offset: version.offset, reason: "“version” must be 1")
        }
    }

    private static func entries(of section: JSON5Value.Member, _ problem: Problem) throws(JSON5Error) -> [Entry] {
        guard ConfigKey.all.contains(where: { $0.command == section.key }) else {
            throw JSON5Error(offset: section.keyOffset, reason: "there is no key “\(section.key)”")
        }
        guard case .object(let members) = section.value.content else {
            throw JSON5Error(
                offset: section.value.offset, reason: "“\(section.key)” is \(section.value.kind), but must be an object"
            )
        }
        var entries: [Entry] = []
        for member in members {
            let name = "\(section.key).\(member.key)"
            guard let key = ConfigKey.named(name) else {
                throw JSON5Error(offset: member.keyOffset, reason: "there is no key “\(name)”")
            }
            entries.append(try entry(key, value: member.value, problem: problem))
        }
        return entries
    }

    private static func entry(
        _ key: ConfigKey, value: JSON5Value, problem: Problem
    ) throws(JSON5Error) -> Entry {
        guard let arguments = key.arguments(for: value.plain) else {
            throw JSON5Error(offset: value.offset, reason: "“\(key.name)” cannot be \(value.kind)")
        }
        if key.isOption, let problem = problem(arguments, key.command) {
            throw JSON5Error(offset: value.offset, reason: "“\(key.name)”: \(problem)")
        }
        return Entry(key: key, value: value.plain, arguments: arguments)
    }

    /// Returns the command line with the defaults that it does not override, inserted after the command.
    /// - Parameters:
    ///   - arguments: The words without the program's name, with the command first.
    ///   - command: The command's own name.
    package func completed(_ arguments: [String], of command: String) -> [String] {
        let own = entries.filter { $0.key.command == command && $0.key.isWanted(beside: arguments) }
        return arguments.prefix(1) + own.flatMap(\.arguments) + arguments.dropFirst()
    }

    /// True if the file requires a complete sandbox.
    package var requiresSandbox: Bool {
        entries.contains { $0.key.name == ConfigKey.sandbox.name && $0.value == .bool(true) }
    }

    /// True if the file has comments, which would be lost when it is rewritten.
    package var hasComments: Bool {
        text.indices.dropLast().contains { index in
            text[index] == UInt8(ascii: "/") && [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(text[index + 1])
        }
    }
}

extension ConfigFile {
    /// Writes the file with a changed default.
    /// - Parameter value: The new value, or nil to remove the default.
    /// - Throws: `ConfigError` if the file has comments, or `FileSystemError`.
    package func write(_ key: ConfigKey, value: JSONValue?) throws {
        guard !hasComments else {
            throw ConfigError(reason: "\(path) has comments that would be lost; change it in an editor")
        }
        var sections: [String: JSONValue] = ["version": .integer(1)]
        for entry in entries where entry.key.name != key.name { sections.set(entry.key, to: entry.value) }
        if let value { sections.set(key, to: value) }
        let (folder, name) = try place()
        try folder.replace(name, with: try Output.document(JSONValue.object(sections)) + [UInt8(ascii: "\n")])
    }

    /// Returns the folder and the name of the file to write.
    private func place() throws(FileSystemError) -> (folder: Directory, name: String) {
        let (folder, name) = path.pathParts
        let directory = try Directory.create(folder)
        guard directory.contains(name) else { return (directory, name) }
        // The file may be a link to another place. A dangling link, for example to a disk that is not mounted, is kept.
        let target = try path.resolvedPath().pathParts
        return (try Directory.open(target.folder), target.name)
    }
}

extension [String: JSONValue] {
    fileprivate mutating func set(_ key: ConfigKey, to value: JSONValue) {
        guard case .object(var members) = self[key.command] ?? .object([:]) else { return }
        members[key.option] = value
        self[key.command] = .object(members)
    }
}

/// An error in the file of defaults.
package struct ConfigError: CategorizedError {
    package let reason: String

    package init(reason: String) { self.reason = reason }

    package var category: ErrorCategory { .badData }

    /// The error as a sentence for the user, without its full stop.
    package var description: String { reason }
}

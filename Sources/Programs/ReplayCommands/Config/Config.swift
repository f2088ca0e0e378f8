import ArgumentParser
import Files
import ReplayCommandLine

/// `replay config`
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or set your own defaults for options.",
        usage: "replay config [<key> [<value> ...]] [--unset] [--keys] [--json]",
        discussion: """
            Defaults are stored in $XDG_CONFIG_HOME/replay/config.json, which may have comments; $REPLAY_CONFIG names another \
            file. Options on the command line take precedence.

            Example: replay config record.audio both
                     replay config export.preset share-720p
                     replay config record.audio --unset
            """)

    @Argument(
        help: ArgumentHelp(
            "A key, such as record.audio, and its new value: text, a number, true or false.", valueName: "key"),
        completion: .list(ConfigKey.all.map(\.name)))
    var words: [String] = []

    @Flag(help: "Remove the key.")
    var unset = false

    @Flag(help: "List all keys.")
    var keys = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if unset, words.count != 1 { throw ValidationError("--unset requires a key and no value") }
    }

    func run() throws {
        if keys { return try listKeys() }
        let file = try ConfigFile.read(problem: ReplayCommand.problem)
        let words = divided
        guard let name = words.first else { return try report(file, entries: file.entries) }
        guard let key = ConfigKey.named(name) else {
            let near = ConfigKey.all.first { $0.name.hasSuffix(".\(name)") }
            throw ConfigError(
                reason: "there is no key “\(name)”; "
                    + (near.map { "did you mean “\($0.name)”?" } ?? "“replay config --keys” lists them"))
        }
        if unset { return try file.write(key, value: nil) }
        guard words.count > 1 else { return try report(file, entries: file.entries.filter { $0.key.name == name }) }
        try file.write(key, value: try value(of: key, words.dropFirst()))
    }

    /// The words, with a word such as `key=value` split into two.
    private var divided: [String] {
        guard words.count == 1, let equals = words[0].utf8.firstIndex(of: UInt8(ascii: "=")) else { return words }
        return [String(words[0][..<equals]), String(words[0][words[0].utf8.index(after: equals)...])]
    }

    /// Returns the typed value if the command accepts it.
    private func value(of key: ConfigKey, _ words: ArraySlice<String>) throws -> JSONValue {
        let texts = words.map { parsed($0, of: key) }
        let value = key.isList ? JSONValue.array(texts) : texts[0]
        guard texts.count == 1 || key.isList else {
            throw ConfigError(reason: "“\(key.name)” takes one value; a value with spaces requires quotation marks")
        }
        guard let arguments = key.arguments(for: value) else {
            throw ConfigError(reason: "“\(key.name)” must be \(key.choices)")
        }
        if key.isOption, let problem = ReplayCommand.problem(of: arguments, for: key.command) {
            throw ConfigError(reason: "“\(key.name)”: \(problem)")
        }
        return value
    }

    private func parsed(_ text: String, of key: ConfigKey) -> JSONValue {
        switch (key.kind, text) {
        case (.flag, "true"), (.flagOrValue, "true"), (.defaultFlag, "true"): .bool(true)
        case (.flag, "false"), (.flagOrValue, "false"), (.defaultFlag, "false"): .bool(false)
        default: Int64(text).map { .integer($0) } ?? .string(text)
        }
    }

    private func listKeys() throws {
        if output.json { return try Output.json(ConfigKey.all.map(\.name)) }
        for key in ConfigKey.all { print(key.name) }
    }

    private func report(_ file: ConfigFile, entries: [ConfigFile.Entry]) throws {
        if output.json {
            let values = entries.map { ($0.key.name, $0.value) }
            return try Output.json(Dictionary(values) { first, _ in first })
        }
        var table = Table(["KEY", "VALUE"])
        for entry in entries {
            table.add([entry.key.name, String(decoding: try Output.line(entry.value), as: UTF8.self)])
        }
        if !entries.isEmpty { print(table.text) }
        if words.isEmpty { Terminal.say("replay: the file is \(file.path)".printable) }
    }
}

package import Files
import MediaTime
import ReplayControl
import ReplayLibrary

/// An option for which a user can store a default.
package struct ConfigKey {
    package enum Kind {
        case value
        case flag
        /// A flag that may have one value, by which another flag replaces it: `true`, `false` or the value.
        case flagOrValue(String)
        /// A flag that is on unless `--no-OPTION` turns it off.
        case defaultFlag
        /// An option that can be given several times.
        case list
    }

    package let command: String
    package let option: String
    package let kind: Kind
    /// The hidden option that takes the default, or nil if the option itself takes it.
    private let hiddenOption: String?
    /// The options that exclude this one. If one of them is on the command line, the default is ignored.
    package let rivals: Set<String>

    private init(
        _ command: String, option: String, kind: Kind = .value, hiddenOption: String? = nil, rivals: Set<String> = []
    ) {
        self.command = command
        self.option = option
        self.kind = kind
        self.hiddenOption = hiddenOption
        self.rivals = rivals
    }

    /// The name of the key, such as `record.audio`.
    package var name: String { "\(command).\(option)" }

    /// True if the option can be given several times.
    package var isList: Bool { if case .list = kind { true } else { false } }

    /// The values of a flag, for an error.
    package var choices: String {
        if case .flagOrValue(let value) = kind { "true, false or \(value)" } else { "true or false" }
    }

    private static let target: Set = ["--monitor", "--area", "--window", "--resume"]

    /// The options that continue a plan, which determines all other settings.
    private static let planned: Set = ["--chunk", "--join"]

    /// All keys. Options that give consent or weaken privacy, such as `--consent` and `--no-auto-cover`, have none.
    package static let all = [
        ConfigKey("record", option: "audio", rivals: ["--resume"]),
        ConfigKey("record", option: "app", rivals: ["--audio", "--resume"]),
        ConfigKey("record", option: "mic", rivals: ["--audio", "--resume"]),
        ConfigKey("record", option: "mix", kind: .defaultFlag, rivals: ["--resume"]),
        ConfigKey("record", option: "camera", rivals: ["--resume"]), ConfigKey("record", option: "display"),
        ConfigKey("record", option: "monitor", rivals: target), ConfigKey("record", option: "area", rivals: target),
        ConfigKey("record", option: "fps"), ConfigKey("record", option: "cover-window", kind: .list),
        ConfigKey("record", option: "cover-image"),
        ConfigKey("record", option: "buffer", rivals: ["--resume"]),
        ConfigKey("record", option: "no-proxy", kind: .flag),
        ConfigKey(
            "record", option: "pointer", kind: .flagOrValue("apart"),
            rivals: ["--buffer", "--pointer-apart", "--no-cursor"]),
        ConfigKey("record", option: "cursor", kind: .defaultFlag),
        ConfigKey("export", option: "preset", rivals: planned),
        ConfigKey("export", option: "camera", rivals: planned), ConfigKey("export", option: "audio", rivals: planned),
        ConfigKey("export", option: "render", rivals: planned),
        // An edit with a style of its own keeps it.
        ConfigKey("export", option: "style", hiddenOption: "default-style", rivals: planned),
        ConfigKey("export", option: "no-metadata", kind: .flag, rivals: planned),
        ConfigKey("export", option: "audio-render", rivals: planned), ConfigKey("batch", option: "jobs"),
        ConfigKey("batch", option: "engine"),
        ConfigKey("play", option: "player"), ConfigKey("retention", option: "last"),
        ConfigKey("retention", option: "days"),
        ConfigKey("retention", option: "size"), ConfigKey("retention", option: "unexported", kind: .flag), sandbox,
    ]

    /// The key that requires a complete sandbox for the media of other programs. It is no option of a command.
    package static let sandbox = ConfigKey("sandbox", option: "require", kind: .flag)

    /// The commands that may decode media of other programs, and have no keys of their own.
    private static let decoders: Set = [
        "autozoom", "clip", "cut", "edit", "edits", "import", "info", "preview", "recover", "redact", "sheet", "still",
        "strip", "trim", "waveform",
    ]

    /// Returns true if a command uses the file.
    package static func isUsed(by command: String) -> Bool {
        all.contains { $0.command == command } || decoders.contains(command)
    }

    /// True if the value is that of an option of the command.
    package var isOption: Bool { name != Self.sandbox.name }

    /// The names of an earlier version, which are still accepted.
    private static let formerNames = ["export.sound": "export.audio-render"]

    package static func named(_ name: String) -> ConfigKey? {
        let name = formerNames[name] ?? name
        return all.first { $0.name == name }
    }

    /// Returns the command-line arguments for a value.
    /// - Returns: Nil if the value has the wrong type.
    package func arguments(for value: JSONValue) -> [String]? {
        switch (value, kind) {
        case (.bool(let isOn), .flag), (.bool(let isOn), .flagOrValue): isOn ? ["--\(option)"] : []
        case (.string(let text), .flagOrValue(let value)): text == value ? ["--\(option)-\(value)"] : nil
        case (.bool(let isOn), .defaultFlag): isOn ? [] : ["--no-\(option)"]
        case (.array(let values), .list):
            values.allSatisfy { $0.text != nil } ? values.compactMap(\.text).map { "--\(option)=\($0)" } : nil
        case (_, .value), (_, .list): value.text.map { ["--\(hiddenOption ?? option)=\($0)"] }
        default: nil
        }
    }

    /// Returns true if the command line does not override the default.
    package func isWanted(beside arguments: [String]) -> Bool {
        let own: Set<String> =
            switch kind {
            case .list: []
            case .value: ["--\(option)"]
            case .flag, .flagOrValue, .defaultFlag: ["--\(option)", "--no-\(option)"]
            }
        let names = rivals.union(own)
        return !arguments.contains { argument in
            names.contains { argument == $0 || argument.utf8.starts(with: "\($0)=".utf8) }
        }
    }
}

extension JSONValue {
    /// The text or the number as a user would type it.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }
}

package import Files
import MediaTime
import ReplayControl
import ReplayLibrary

/// An option for which a user may keep a value of their own.
package struct ConfigKey {
    package enum Kind {
        case value, flag
        /// A flag that is on where `--no-OPTION` does not turn it off.
        case defaultFlag
        /// May be given several times.
        case list
    }

    package let command: String
    package let option: String
    package let kind: Kind
    /// Options with which it cannot be, or makes no sense; where one is on the command line, the kept value does not count.
    package let rivals: Set<String>

    private init(_ command: String, _ option: String, _ kind: Kind = .value, rivals: Set<String> = []) {
        self.command = command
        self.option = option
        self.kind = kind
        self.rivals = rivals
    }

    /// As it is written: `record.audio`.
    package var name: String { "\(command).\(option)" }

    private static let target: Set = ["--monitor", "--area", "--window", "--resume"]

    /// What goes on with a plan, which says all the rest.
    private static let planned: Set = ["--chunk", "--join"]

    /// All that there are. What makes a recording private, or asks, is none of them.
    package static let all = [
        ConfigKey("record", "audio", rivals: ["--resume"]),
        ConfigKey("record", "app", rivals: ["--audio", "--resume"]),
        ConfigKey("record", "mic", rivals: ["--audio", "--resume"]),
        ConfigKey("record", "mix", .defaultFlag, rivals: ["--resume"]),
        ConfigKey("record", "camera", rivals: ["--resume"]), ConfigKey("record", "display"),
        ConfigKey("record", "monitor", rivals: target), ConfigKey("record", "area", rivals: target),
        ConfigKey("record", "fps"), ConfigKey("record", "cover-window", .list), ConfigKey("record", "cover-image"),
        ConfigKey("record", "buffer", rivals: ["--resume"]), ConfigKey("record", "no-proxy", .flag),
        ConfigKey("record", "pointer", .flag, rivals: ["--buffer"]), ConfigKey("record", "cursor", .defaultFlag),
        ConfigKey("export", "preset", rivals: planned),
        ConfigKey("export", "camera", rivals: planned), ConfigKey("export", "audio", rivals: planned),
        ConfigKey("export", "render", rivals: planned),
        ConfigKey("export", "no-metadata", .flag, rivals: planned),
        ConfigKey("export", "audio-render", rivals: planned), ConfigKey("batch", "jobs"), ConfigKey("batch", "engine"),
        ConfigKey("play", "player"), ConfigKey("retention", "last"), ConfigKey("retention", "days"),
        ConfigKey("retention", "size"), ConfigKey("retention", "unexported", .flag),
    ]

    /// Names of an earlier version, which are still read.
    private static let formerNames = ["export.sound": "export.audio-render"]

    package static func named(_ name: String) -> ConfigKey? {
        let name = formerNames[name] ?? name
        return all.first { $0.name == name }
    }

    /// What stands on the command line for a value.
    /// - Returns: nil where the value is of the wrong kind.
    package func arguments(for value: JSONValue) -> [String]? {
        switch (value, kind) {
        case (.bool(let isOn), .flag): isOn ? ["--\(option)"] : []
        case (.bool(let isOn), .defaultFlag): isOn ? [] : ["--no-\(option)"]
        case (.array(let values), .list):
            values.allSatisfy { $0.text != nil } ? values.compactMap(\.text).map { "--\(option)=\($0)" } : nil
        case (_, .value), (_, .list): value.text.map { ["--\(option)=\($0)"] }
        default: nil
        }
    }

    /// Whether the command line leaves room for it.
    package func isWanted(beside arguments: [String]) -> Bool {
        let own: Set<String> =
            switch kind {
            case .list: []
            case .value: ["--\(option)"]
            case .flag, .defaultFlag: ["--\(option)", "--no-\(option)"]
            }
        let names = rivals.union(own)
        return !arguments.contains { argument in
            names.contains { argument == $0 || argument.utf8.starts(with: "\($0)=".utf8) }
        }
    }
}

extension JSONValue {
    /// A text or a number, as one types it.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }
}

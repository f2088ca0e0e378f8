import Foundation
import ReplayTestSupport

/// The commands of `replay`, as it describes them itself.
struct CommandTree: Decodable {
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
    }

    let command: Command

    static func read() throws -> CommandTree { try Workplace().replay("--experimental-dump-help").json() }

    /// Returns the commands, except `help`.
    static func commands() throws -> [Command] {
        try read().command.subcommands?.filter { $0.commandName != "help" } ?? []
    }
}

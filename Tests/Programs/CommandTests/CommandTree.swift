import Foundation
import ReplayTestSupport

/// What `replay` says of its own commands.
struct CommandTree: Decodable {
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
    }

    let command: Command

    static func read() throws -> CommandTree { try Workplace().replay("--experimental-dump-help").json() }

    /// The commands, the one that helps excepted.
    static func commands() throws -> [Command] {
        try read().command.subcommands?.filter { $0.commandName != "help" } ?? []
    }
}

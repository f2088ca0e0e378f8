import Foundation
import ReplayTestSupport
import Testing

/// Checks the `--help` of each command.
@Suite struct HelpTests {
    private static let lines = 60
    private static let columns = 100

    private func expectFits(_ help: String, _ command: String) {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= Self.lines, "\(command): \(lines.count) lines")
        for line in lines { #expect(line.count <= Self.columns, "\(command): \(line)") }
    }

    @Test("Each command's help fits a screen and ends in an example")
    func eachCommandsHelpFitsAScreenAndEnds() throws {
        let commands = try CommandTree.commands()
        #expect(commands.count > 20)
        for command in commands {
            let name = command.commandName
            let help = try Workplace().result("help", name)
            expectFits(help, name)
            #expect(help.contains("--json"), "\(name)")
            let last = command.discussion?.components(separatedBy: "\n\n").last ?? ""
            #expect(last.hasPrefix("Example: replay \(name)"), "\(name): \(last)")
            #expect(command.abstract?.hasSuffix(".") == true, "\(name)")
        }
    }

    @Test("The help of a command that does not exist is refused like the command")
    func unknown() throws {
        for word in ["help", "--help"] {
            let outcome = try Workplace().replay(word, "exprot")
            #expect(outcome.status == 64)
            #expect(outcome.errors == "replay: there is no command “exprot”; did you mean “replay export”?\n")
        }
    }

    @Test("Help of the whole fits a screen and names each command")
    func helpOfTheWholeFitsAScreen() throws {
        let help = try Workplace().result("--help")
        expectFits(help, "replay")
        for command in try CommandTree.commands() { #expect(help.contains("  \(command.commandName) ")) }
    }
}

public import ArgumentParser
public import ReplayTestSupport

/// Shows scenes that can be checked, and checks recordings of them.
@main
struct ReplayScene: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-scene", abstract: "Draw or check frames that tell their own time.",
        subcommands: [Show.self, Judge.self],
        defaultSubcommand: Show.self)
}

extension SceneKind: ExpressibleByArgument {}
extension PixelRectangle: ExpressibleByArgument {}

public import ArgumentParser
public import ReplayTestSupport

/// Shows what can be judged, and judges what was recorded of it.
@main
struct ReplayScene: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-scene", abstract: "Draw or check frames that tell their own time.",
        subcommands: [Show.self, Judge.self],
        defaultSubcommand: Show.self)
}

extension SceneKind: ExpressibleByArgument {}
extension PixelRectangle: ExpressibleByArgument {}

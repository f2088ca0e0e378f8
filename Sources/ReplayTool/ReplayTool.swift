import ReplayCommands

@main
enum ReplayTool {
    static func main() async { await ReplayCommand.run() }
}

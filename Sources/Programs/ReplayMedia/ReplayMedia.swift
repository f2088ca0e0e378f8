import ReplayCommands

@main
enum ReplayMedia {
    static func main() { ReplayCommand.runProgram() }
}

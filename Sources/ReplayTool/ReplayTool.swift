import ReplayCommandLine

@main
enum ReplayTool {
    static func main() { ControlTool.run() }
}

import ReplayCommandLine

@main
enum ReplayTool {
    static func main() { FrontTool.run() }
}

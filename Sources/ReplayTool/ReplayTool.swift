import Dispatch
import ReplayCommands

/// Not `async`: Swift's runtime opens descriptors before it, which would take the places of standard ones that are closed.
@main
enum ReplayTool {
    static func main() {
        ReplayCommand.prepare()
        Task { await ReplayCommand.run() }
        dispatchMain()
    }
}

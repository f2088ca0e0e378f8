import ReplayBroadcast

/// The messages about broadcasts on the terminal: a line for each change of a state.
struct BroadcastWatch {
    private let controllers: [BroadcastController]

    init(_ controllers: [BroadcastController]) { self.controllers = controllers }

    /// Follows all broadcasts to their end.
    /// - Returns: The last status of each, in order.
    func run() async -> [BroadcastStatus] {
        await withTaskGroup(of: (Int, BroadcastStatus).self) { group in
            for (index, controller) in controllers.enumerated() {
                group.addTask { (index, await Self.follow(controller)) }
            }
            var statuses = controllers.map(\.first)
            for await (index, status) in group { statuses[index] = status }
            return statuses
        }
    }

    private static func follow(_ controller: BroadcastController) async -> BroadcastStatus {
        var last = controller.first
        tell(last)
        for await status in controller.updates {
            let hasChanged = status.state != last.state || status.setupProblem != last.setupProblem
            if hasChanged, status.state != .ending { tell(status) }
            if let fault = status.comments?.fault, fault != last.comments?.fault {
                Terminal.clearLine()
                Terminal.say("replay: a comment was not kept, because \(fault)".printable)
            }
            last = status
        }
        return last
    }

    private static func tell(_ status: BroadcastStatus) {
        Terminal.clearLine()
        Terminal.say("replay: \(BroadcastLine(status).text)".printable)
    }
}

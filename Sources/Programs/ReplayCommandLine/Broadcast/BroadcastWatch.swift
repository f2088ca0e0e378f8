import ReplayBroadcast

/// The messages about broadcasts on the terminal: a line for each change of a state.
struct BroadcastWatch {
    private let controllers: [BroadcastController]
    private let drawsComments: Bool

    /// - Parameter drawsComments: True to draw the latest comment as the status line, if there is no other one.
    init(_ controllers: [BroadcastController], drawsComments: Bool = false) {
        (self.controllers, self.drawsComments) = (controllers, drawsComments)
    }

    /// Follows all broadcasts to their end.
    /// - Returns: The last status of each, in order.
    func run() async -> [BroadcastStatus] {
        await withTaskGroup(of: (Int, BroadcastStatus).self) { group in
            for (index, controller) in controllers.enumerated() {
                group.addTask { (index, await follow(controller)) }
            }
            var statuses = controllers.map(\.first)
            for await (index, status) in group { statuses[index] = status }
            return statuses
        }
    }

    private func follow(_ controller: BroadcastController) async -> BroadcastStatus {
        var last = controller.first
        Self.tell(last)
        for await status in controller.updates {
            let hasChanged = status.state != last.state || status.setupProblem != last.setupProblem
            if hasChanged, status.state != .ending { Self.tell(status) }
            for fault in (status.comments?.faults ?? []).dropFirst(last.comments?.faults.count ?? 0) {
                Terminal.clearLine()
                Terminal.say("replay: a comment was not kept, because \(fault)".printable)
            }
            if drawsComments, let comment = status.comments?.latest { Terminal.draw(comment.line.printable) }
            last = status
        }
        if drawsComments { Terminal.clearLine() }
        return last
    }

    private static func tell(_ status: BroadcastStatus) {
        Terminal.clearLine()
        Terminal.say("replay: \(BroadcastLine(status).text)".printable)
    }
}

import ArgumentParser
import ReplayBroadcast
import ReplayErrors

/// The first word of `replay broadcast` if it is not a target.
enum BroadcastAction: String, CaseIterable {
    case status, list, services, pause, resume, stop

    /// True if names of targets may follow.
    var takesTargets: Bool { [.pause, .resume, .stop].contains(self) }

    func run(on names: [String], output: OutputOptions) async throws {
        switch self {
        case .services: try showServices(output)
        case .status, .list: try await showBroadcasts(output)
        case .pause, .resume, .stop: try await control(try await chosen(names), output: output)
        }
    }

    /// - Throws: `ExitCode` of the first file that cannot be used, after the others are shown.
    private func showServices(_ output: OutputOptions) throws {
        let listing = try BroadcastService.all()
        if output.json {
            try Output.json(listing.services.map(ServiceReport.init))
        } else {
            print(Self.table(of: listing.services).text)
        }
        for problem in listing.problems { Terminal.say("replay: \(problem.description)".printable) }
        if let problem = listing.problems.first { throw ExitCode(problem.category.exitCode) }
    }

    private static func table(of services: [BroadcastService]) -> Table {
        var table = Table(["SERVICE", "ADDRESS", "KEY", "ABOUT"])
        for service in services {
            let key = service.key != nil ? "stored" : service.needsKey == true ? "needed" : "-"
            let address = service.address ?? (service.setup == nil ? "--address" : "by set-up")
            table.add([service.name, address, service.setup == nil ? key : "by set-up", service.summary ?? ""])
        }
        return table
    }

    private func showBroadcasts(_ output: OutputOptions) async throws {
        let all = try await BroadcastController.all()
        let statuses = all.broadcasts.map(\.first) + all.ended
        if output.json {
            try Output.json(statuses)
        } else {
            for status in statuses { print("\(status.recording)  \(BroadcastLine(status).text)".printable) }
            for number in all.unresponsive {
                print("process \(number)  ! NOT RESPONDING  “replay broadcast stop” ends it")
            }
            if statuses.isEmpty, all.unresponsive.isEmpty { print("Nothing is being broadcast.") }
        }
        if !all.unresponsive.isEmpty { throw ExitCode(ErrorCategory.temporary.exitCode) }
    }

    /// - Throws: `BroadcastError` if a name is unknown, or nothing is being broadcast.
    private func chosen(_ names: [String]) async throws -> [BroadcastController] {
        let found = try await BroadcastController.all()
        let all = found.broadcasts
        if self == .stop, names.isEmpty {
            for number in found.unresponsive {
                BroadcastController.kill(number)
                Terminal.say("replay: killed the broadcast of process \(number), which did not answer")
            }
            if all.isEmpty, !found.unresponsive.isEmpty { return [] }
        } else if let number = found.unresponsive.first {
            throw BroadcastError(
                .temporary,
                description: "the broadcast of process \(number) does not answer; “replay broadcast stop” ends it")
        }
        guard !all.isEmpty else { throw BroadcastError(.noInput, description: "nothing is being broadcast") }
        if let unknown = names.first(where: { name in !all.contains { $0.first.target == name } }) {
            let known = all.map(\.first.target).joined(separator: ", ")
            throw BroadcastError(.noInput, description: "there is no broadcast to “\(unknown)”; there are: \(known)")
        }
        return names.isEmpty ? all : all.filter { names.contains($0.first.target) }
    }

    private func control(_ controllers: [BroadcastController], output: OutputOptions) async throws {
        let statuses: [BroadcastStatus]
        if self == .stop {
            statuses = await finish(controllers)
        } else {
            for controller in controllers { self == .pause ? controller.pause() : controller.resume() }
            statuses = await changed(controllers)
        }
        if output.json { return try Output.json(statuses) }
        for status in statuses { print(BroadcastLine(status).text.printable) }
    }

    /// Ends all broadcasts at the same time.
    private func finish(_ controllers: [BroadcastController]) async -> [BroadcastStatus] {
        await withTaskGroup(of: (Int, BroadcastStatus).self) { group in
            for (index, controller) in controllers.enumerated() {
                group.addTask { (index, await controller.finish()) }
            }
            var statuses = controllers.map(\.first)
            for await (index, status) in group { statuses[index] = status }
            return statuses
        }
    }

    /// Waits until all broadcasts that are connected have followed a request, or have ended.
    private func changed(_ controllers: [BroadcastController]) async -> [BroadcastStatus] {
        var statuses: [BroadcastStatus] = []
        for controller in controllers {
            var last = controller.first
            for await status in controller.updates {
                last = status
                if (last.state == .paused) == (self == .pause) || [.connecting, .waiting].contains(last.state) {
                    break
                }
            }
            statuses.append(last)
        }
        return statuses
    }
}

/// A service without its key.
private struct ServiceReport: Encodable {
    let name: String
    let address, summary, publicURL: String?
    let hasKey, needsKey, hasSetup: Bool
    let limits: BroadcastService.Limits?

    init(_ service: BroadcastService) {
        (name, address, summary) = (service.name, service.address, service.summary)
        (publicURL, limits) = (service.publicURL, service.limits)
        (hasKey, hasSetup) = (service.key != nil, service.setup != nil)
        needsKey = service.needsKey ?? false
    }
}

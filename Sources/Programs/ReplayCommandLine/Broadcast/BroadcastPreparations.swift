import ArgumentParser
import ReplayBroadcast
import ReplayErrors
import Synchronization

/// The set-up of all targets, one after the other, before a broadcast begins.
struct BroadcastPreparations {
    private let targets: [BroadcastTarget]
    private let options: BroadcastTarget.Options

    init(_ targets: [BroadcastTarget], options: @escaping BroadcastTarget.Options) {
        (self.targets, self.options) = (targets, options)
    }

    /// Runs the set-up programs. Ctrl-C, SIGTERM or SIGHUP ends the one that runs.
    /// - Parameter facts: Returns the facts about the recording. It is called only if there is a set-up program.
    /// - Returns: The settings of all targets, in order.
    /// - Throws: `BroadcastError`, the error of `facts`, or `ExitCode` after a signal. The programs to run at the end have then run.
    func run(
        _ facts: () async throws -> BroadcastSetup.Facts
    ) async throws -> [BroadcastController.Configuration] {
        let setups = targets.map(\.setup)
        guard setups.contains(where: { $0 != nil }) else {
            return try targets.map { try $0.completed(nil, options) }
        }
        let prepared = try await Self.prepare(setups, try await facts())
        do {
            return try zip(targets, prepared).map { try $0.completed($1, options) }
        } catch {
            await Self.cancel(prepared.compactMap(\.self))
            throw error
        }
    }

    private static func prepare(
        _ setups: [BroadcastSetup?], _ facts: BroadcastSetup.Facts
    ) async throws -> [BroadcastController.Configuration?] {
        let interrupts = await Interrupts.stream()
        let work = Task { try await runAll(setups, facts) }
        let received = Received()
        let watching = Task {
            for await number in interrupts {
                received.number.withLock { $0 = $0 ?? number }
                work.cancel()
            }
        }
        defer { watching.cancel() }
        do {
            return try await work.value
        } catch {
            guard let number = received.number.withLock({ $0 }) else { throw error }
            Terminal.say("replay: the set-up was ended, and nothing was recorded")
            throw ExitCode(128 + number)
        }
    }

    private static func runAll(
        _ setups: [BroadcastSetup?], _ facts: BroadcastSetup.Facts
    ) async throws -> [BroadcastController.Configuration?] {
        var prepared: [BroadcastController.Configuration?] = []
        do {
            for setup in setups {
                guard let setup else {
                    prepared.append(nil)
                    continue
                }
                prepared.append(try await setup.run(facts) { tell($0, of: setup.name) })
            }
            return prepared
        } catch {
            await cancel(prepared.compactMap(\.self))
            throw error
        }
    }

    private static func tell(_ event: BroadcastSetup.Event, of service: String) {
        switch event {
        case .message(let text): Terminal.say("\(service): \(text)".printable)
        case .open(let url, let code):
            let entry = code.map { ", and enter the code \($0)" } ?? ""
            Terminal.say("\(service): open \(url)\(entry); Ctrl-C ends the set-up".printable)
        }
    }

    /// Ends preparations for which there is no broadcast, and reports what failed then.
    static func cancel(_ configurations: [BroadcastController.Configuration]) async {
        for configuration in configurations {
            guard let problem = await configuration.preparation?.cancel() else { continue }
            Terminal.say("replay: \(configuration.name): \(problem)".printable)
        }
    }

    /// The first signal that was received.
    private final class Received: Sendable {
        let number = Mutex<Int32?>(nil)
    }
}

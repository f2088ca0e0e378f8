import Files
import ReplayControl
import ReplayErrors
import Synchronization
import Threads

/// The set-up program of a service, which makes a place to send to.
///
/// The program is started by a process of its own. That process later runs the programs of the answer: one when the
/// target is live, and one when the broadcast has ended. It does so even if this program has ended by then.
public struct BroadcastSetup: Sendable {
    /// An event during the set-up.
    public enum Event: Equatable, Sendable {
        /// The user must open an address, and enter the code there if there is one.
        case open(url: String, code: String?)
        /// The program wrote a line for its user.
        case message(String)
    }

    /// The reason why a broadcast has ended, for the program that runs then.
    public enum EndReason: String, Codable, Sendable {
        /// The recording has ended.
        case recordingEnded
        /// A user has ended the broadcast; the recording continues.
        case stopped
        /// The target failed or refused the broadcast.
        case failed
        /// The broadcast did not begin.
        case notStarted
        /// The process of the broadcast was killed.
        case lost
    }

    private let service: BroadcastService
    private let program: SetupProgram

    /// The name of the service.
    public var name: String { service.name }

    /// Finds the set-up program of a service.
    /// - Throws: `BroadcastError` if the service has none, or if it is not there or not executable.
    public init(_ service: BroadcastService) throws(BroadcastError) {
        guard let words = service.setup else {
            throw BroadcastError(.usage, description: "\(service.name) has no set-up program")
        }
        self.service = service
        program = try SetupProgram(words, folder: service.folder, purpose: "\(service.name): its set-up program")
    }

    /// Runs the program, and returns the settings of the broadcast.
    ///
    /// If no broadcast is started with the settings, the program to run at the end runs when they are freed, or at
    /// ``BroadcastPreparation/cancel()``. If the task is cancelled, the program is ended.
    /// - Parameters:
    ///   - facts: The facts that the program gets.
    ///   - onEvent: Called on another thread.
    /// - Throws: `BroadcastError` if the program fails or its answer is not valid, and `CancellationError`.
    public func run(
        _ facts: Facts = Facts(), onEvent: @escaping @Sendable (Event) -> Void
    ) async throws -> BroadcastController.Configuration {
        var facts = facts
        (facts.service, facts.limits) = (service.name, service.limits)
        guard HandlerLimits.canSend(facts.values) else {
            throw BroadcastError(.usage, description: "the values for the set-up program are too long")
        }
        let configuration = SetupConfiguration(
            facts: facts, program: program, folder: service.folder, hasAddress: service.address != nil)
        let process = try await WorkerThread.run(named: "set-up") { try SetupProcess.start(configuration) }
        return try await withTaskCancellationHandler {
            try await WorkerThread.run(named: "set-up") {
                try configure(process.awaitAnswer(onEvent), process)
            }
        } onCancel: {
            process.cancel()
        }
    }

    private func configure(
        _ answer: SetupAnswer, _ process: SetupProcess
    ) throws(BroadcastError) -> BroadcastController.Configuration {
        let destination = try BroadcastDestination(answer.address ?? service.address ?? "")
        var configuration = BroadcastController.Configuration(destination)
        configuration.name = service.name
        (configuration.key, configuration.streamID) = (answer.key ?? service.key, answer.streamID ?? service.streamID)
        configuration.latency = answer.latency ?? service.latency
        configuration.publicURL = answer.publicURL ?? service.publicURL
        configuration.limits = answer.limits?.completed(by: service.limits) ?? service.limits
        configuration.preparation = BroadcastPreparation(process)
        return configuration
    }
}

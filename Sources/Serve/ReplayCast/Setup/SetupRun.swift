import CLinux
import Descriptors
import Files
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayControl
import ReplayErrors

/// A run of a set-up program, whose events the owner gets.
final class SetupRun {
    private let owner: LineSocket
    private let configuration: SetupConfiguration
    private var exchange: SetupExchange

    /// The interval at which limits are checked, in milliseconds.
    private static let interval: Int32 = 100

    init(_ owner: LineSocket, _ configuration: SetupConfiguration) {
        (self.owner, self.configuration) = (owner, configuration)
        exchange = SetupExchange(hasAddress: configuration.hasAddress, at: .now)
    }

    /// Runs the program to its end.
    /// - Returns: The answer, which the owner has got too. Nil if there is none, or if the owner has gone.
    func run() -> SetupAnswer? {
        let process: SupervisedProcess
        do throws(FileSystemError) {
            let facts = try ProgramInput.file(with: configuration.facts)
            process = try SupervisedProcess(
                .init(
                    path: configuration.program.path, arguments: configuration.program.arguments, input: facts,
                    separatesErrors: true, hasOwnSession: false))
        } catch {
            exchange.failStart(String(cString: strerror(error.code)))
            return refuse()
        }
        guard let exit = follow(process) else {
            process.stop()
            return refuse()
        }
        // What the program leaves behind is gone, so that nobody writes any more.
        while read(process) {}
        guard let answer = exchange.finish(exit, at: .now), isRunnable(answer) else { return refuse() }
        return send(SetupReply(answer: answer)) ? answer : nil
    }

    /// Follows the process.
    /// - Returns: Its end; nil if it must be ended, because it has failed or the owner has gone.
    private func follow(_ process: SupervisedProcess) -> SupervisedProcess.Exit? {
        while exchange.failure == nil {
            var polled = [process.exitDescriptor, process.output, process.errors].compactMap(\.self)
                .map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
            polled.append(pollfd(fd: owner.descriptor.rawValue, events: Int16(POLLIN), revents: 0))
            poll(&polled, nfds_t(polled.count), Self.interval)
            _ = read(process)
            if polled[0].revents != 0 { return process.end() }
            // The owner sends nothing before the answer: this is the end of the connection.
            if polled[3].revents != 0 { return nil }
            exchange.tick(at: .now)
        }
        return nil
    }

    /// Reads a part of the output, and passes it on.
    /// - Returns: False if there was none.
    private func read(_ process: SupervisedProcess) -> Bool {
        let output = ProgramLog.bytes(of: process.output)
        let errors = process.errors.map { ProgramLog.bytes(of: $0) } ?? []
        for text in exchange.addError(errors) { _ = send(SetupReply(text: text)) }
        for address in exchange.add(output, at: .now) { _ = send(SetupReply(open: address)) }
        return !output.isEmpty || !errors.isEmpty
    }

    /// Checks that the programs of the answer are there, before anything is sent.
    private func isRunnable(_ answer: SetupAnswer) -> Bool {
        do throws(BroadcastError) {
            if let live = answer.live { _ = try program(live, purpose: "the program of “live”") }
            if let finish = answer.finish { _ = try program(finish, purpose: "the program of “finish”") }
            return true
        } catch {
            exchange.fail(error)
            return false
        }
    }

    private func program(_ words: [String], purpose: String) throws(BroadcastError) -> SetupProgram {
        try SetupProgram(words, folder: configuration.folder, purpose: purpose)
    }

    private func refuse() -> SetupAnswer? {
        if let failure = exchange.failure {
            let name = configuration.facts.service
            let error = BroadcastError(
                failure.category, description: "\(name): the set-up program failed: \(failure.description)")
            _ = send(SetupReply(failed: .init(error)))
        }
        return nil
    }

    /// - Returns: False if the owner has gone.
    private func send(_ reply: SetupReply) -> Bool { owner.send(ControlLine.encode(reply)) }
}

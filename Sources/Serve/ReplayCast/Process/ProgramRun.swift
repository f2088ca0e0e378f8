import Descriptors
import Files
import Glibc
import MediaTime
import ReplayBroadcast

/// A run of a program that answers nothing: it ends with 0, or it has failed. It has a time limit.
final class ProgramRun {
    private let process: SupervisedProcess
    private let deadline: HostTime
    private let limit: Duration
    private var log = ProgramLog()
    private(set) var isOver = false
    /// The reason of a failure as a clause, with the last line of the output.
    private(set) var failure: String?

    /// Starts a program.
    /// - Throws: `FileSystemError` if it cannot be started.
    init(_ program: SetupProgram, input: OwnedDescriptor, limit: Duration) throws(FileSystemError) {
        process = try SupervisedProcess(.init(path: program.path, arguments: program.arguments, input: input))
        (self.limit, deadline) = (limit, .now + limit)
    }

    /// Reads output, and checks whether the process has ended or its time is over.
    /// - Parameter milliseconds: The longest time to wait for a change.
    func update(waiting milliseconds: Int32) {
        guard !isOver else { return }
        var polled = [process.exitDescriptor, process.output]
            .map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
        poll(&polled, 2, milliseconds)
        _ = log.read(from: process.output)
        if polled[0].revents != 0 {
            judge(process.end())
        } else if .now >= deadline {
            process.stop()
            fail("it did not end within \(limit.components.seconds) s")
        }
    }

    /// Ends the process, because its work is no longer needed.
    func stop() {
        process.stop()
        isOver = true
    }

    private func judge(_ exit: SupervisedProcess.Exit?) {
        while log.read(from: process.output) {}
        switch exit {
        case .code(0): isOver = true
        case .code(let code): fail("it ended with exit code \(code)")
        case .signal(let number): fail("it was ended by signal \(number)")
        case nil: fail("it ended early")
        }
    }

    private func fail(_ reason: String) {
        failure = reason + (log.lastLine.map { ": “\($0)”" } ?? "")
        isOver = true
    }
}

import CLinux
package import Descriptors
package import Files
import FoundationEssentials
import Glibc
import MediaTime
package import Sandbox
import SystemPackage

/// A process in a sandbox that runs one task. It is killed when this object is freed.
///
/// The process also ends with the thread that created this object. Use it from that thread.
package final class WorkerProcess<Task: WorkerTask> {
    private let task: Task
    private let operation: String
    private let limits: WorkerLimits
    private let support: SandboxSupport?
    private var grants: FileGrants
    private let process: pid_t
    /// The connection to the worker. If another thread shuts it down, `run` ends, and kills a worker that does not end
    /// by itself.
    package let socket: PacketSocket
    private var isReaped = false
    private let start = HostTime.now
    /// The processor time that the worker has, in seconds.
    private var processorTime: UInt64
    /// The output so far, as JSON.
    private var output: [UInt8] = []

    /// The largest output, in bytes.
    private static var maxOutput: Int { 16 << 20 }

    /// Starts a worker.
    /// - Parameters:
    ///   - program: The path of a program that calls `Worker.run`.
    ///   - operation: The purpose for errors, as a verb phrase.
    ///   - grants: The files that the worker may use.
    ///   - support: The parts of the sandbox to use; nil for those of the kernel. Tests leave some out.
    /// - Throws: `FileSystemError` if the program cannot be started.
    package init(
        _ task: Task, program: String, operation: String, limits: WorkerLimits, grants: FileGrants,
        support: SandboxSupport? = nil
    ) throws {
        (self.task, self.operation, self.limits) = (task, operation, limits)
        (self.grants, self.support) = (grants, support)
        guard let (ours, theirs) = PacketSocket.pair() else {
            throw FileSystemError(operation: "start", subject: program)
        }
        socket = ours
        processorTime = limits.processorTime
        // A worker has no secrets of the environment, such as the keys of services.
        let environment = ProgramStart.ownEnvironment.filter(Self.isPassed)
        // Swift's runtime would start another program after a crash.
        var start = ProgramStart(path: program, environment: environment + ["SWIFT_BACKTRACE=enable=no"])
        (start.arguments, start.socket) = ([Worker.argument], theirs.descriptor)
        defer { withExtendedLifetime(theirs) {} }
        process = try start.start()
    }

    /// Returns true if a worker gets a variable of the environment: the language, and what the dynamic linker needs.
    private static func isPassed(_ variable: String) -> Bool {
        ["LANG=", "LC_", "LD_", "TZ="].contains { variable.utf8.starts(with: $0.utf8) }
    }

    /// The clock of the worker's processor time. Nil if the kernel has none.
    package var clock: ProcessClock? { ProcessClock(process) }

    deinit { _ = end() }

    /// Runs the task.
    /// - Throws: `WorkerFailure` if the task failed, `WorkerError` if the worker ended without a result.
    package func run() throws -> Task.Output {
        let order = WorkerOrder(task: Task.name, limits: limits, support: support)
        let data = try JSONEncoder().encode(task)
        // If it fails, the worker has ended, and its status is the error to report.
        let isSent = try? data.withUnsafeBytes { try socket.send(PacketSocket.encode(order, data: $0), waits: true) }
        guard isSent == true else { throw ending() }
        while let packet = try receive() {
            guard let (message, data) = PacketSocket.decode(WorkerMessage.self, from: packet.bytes) else {
                throw WorkerError(operation: operation, reason: .invalidMessage)
            }
            switch message {
            case .request(let request): try reply(to: request, in: packet.descriptor)
            case .amount(let amount): allow(amount)
            case .output: try add(data)
            case .failed(let failure): throw failure
            case .finished: return try result()
            }
        }
        throw ending()
    }

    private func add(_ data: ArraySlice<UInt8>) throws {
        guard output.count + data.count <= Self.maxOutput else {
            throw WorkerError(operation: operation, reason: .invalidMessage)
        }
        output += data
    }

    private func result() throws -> Task.Output {
        do {
            return try JSONDecoder().decode(Task.Output.self, from: Data(output))
        } catch {
            throw WorkerError(operation: operation, reason: .invalidMessage)
        }
    }

    /// Waits for a packet.
    /// - Returns: Nil if the worker has closed its end.
    private func receive() throws -> PacketSocket.Packet? {
        let milliseconds = limits.servesRequests ? -1 : max(0, (deadline - .now).milliseconds)
        guard socket.isReadable(within: Int32(clamping: milliseconds)) else {
            throw WorkerError(operation: operation, reason: .hung)
        }
        // An error here is that of a closed connection.
        return try? socket.receive(waits: true)
    }

    private func reply(to request: FileRequest, in folder: OwnedDescriptor?) throws {
        let reply = grants.perform(request, in: folder)
        let status = reply.status.map { status in withUnsafeBytes(of: status.rawValue) { [UInt8]($0) } } ?? []
        let bytes = status.withUnsafeBytes { PacketSocket.encode(WorkerReply(code: reply.code), data: $0) }
        do throws(Errno) {
            let isSent = try socket.send(bytes, descriptor: reply.descriptor?.descriptor, waits: false)
            // A worker reads each reply before its next request.
            if !isSent { throw Errno.badMessage }
        } catch {
            // If the worker has ended, the next call to `receive` finds out.
            guard error == .brokenPipe else { throw WorkerError(operation: operation, reason: .invalidMessage) }
        }
    }

    /// Raises the limit of the processor time.
    private func allow(_ amount: MediaAmount) {
        let seconds = limits.processorTime(for: amount)
        guard seconds > processorTime, !limits.isFixed else { return }
        processorTime = seconds
        // If it fails, the worker has ended, or the lower limit stays.
        _ = replay_raise_limit(process, CInt(RLIMIT_CPU.rawValue), rlim_t(seconds))
    }

    /// The instant at which the worker counts as hung. On a busy machine, it may take long to get its processor time.
    private var deadline: HostTime { start + .seconds(limits.isFixed ? 120 : 600 + 10 * Int64(processorTime)) }

    /// Kills the process.
    /// - Returns: The status of waitpid(2); nil after the first call.
    private func end() -> Int32? {
        guard !isReaped else { return nil }
        kill(process, SIGKILL)
        var status: Int32 = 0
        let result = SystemCall.retrying { waitpid(process, &status, 0) }
        isReaped = true
        return result == process ? status : nil
    }

    /// The user's limit for the size of a file, in bytes, which the worker inherits.
    private static var ownFileSize: UInt64 {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        return UInt64(limit.rlim_cur)
    }

    /// Returns the error of a worker that has closed its connection. It has ten seconds to end by itself, unless this
    /// process has ended the connection.
    private func ending() -> WorkerError {
        if !socket.isShutDown, let exit = OwnedDescriptor(replay_process_open(process)) {
            var polled = pollfd(fd: exit.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            if SystemCall.retrying({ poll(&polled, 1, 10_000) }) == 0 {
                return WorkerError(operation: operation, reason: .hung)
            }
        }
        var reason = end().map(WorkerError.Reason.init) ?? .hung
        if reason == .fileSize, Self.ownFileSize < limits.fileSize { reason = .ownFileSize }
        return WorkerError(operation: operation, reason: reason)
    }
}

extension WorkerError.Reason {
    /// Creates the reason from the status of waitpid(2).
    init(status: Int32) {
        switch status & 0x7f {
        case 0: self = .ended(code: status >> 8 & 0xff)
        case SIGSYS: self = .forbiddenCall
        case SIGXCPU: self = .processorTime
        case SIGXFSZ: self = .fileSize
        case let signal where [SIGHUP, SIGINT, SIGKILL, SIGTERM].contains(signal): self = .killed(signal: signal)
        case let signal: self = .crashed(signal: signal)
        }
    }
}

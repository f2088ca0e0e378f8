import CLinux
import Descriptors
import FFmpeg
import Files
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayBroadcastHandler
import SystemPackage
import Threads

/// A handler's process with a thread that exchanges messages with it, and that ends it if it does not behave.
///
/// The thread starts the process, because the kernel ends the process with the thread that started it.
final class HandlerSupervisor: Sendable {
    /// The settings of a handler.
    struct Settings: Sendable {
        var path: String
        /// The maximum memory of the handler in bytes, without the frames.
        var memoryLimit: Int64
        /// The size of all frame buffers in bytes.
        var framesSize: Int64
    }

    struct State: Sendable {
        var exchange: HandlerExchange
        /// The failure with the last line of the handler's output. It is set when the exchange has failed.
        var failure: BroadcastFailure?
        /// True when the process must end, because the broadcast is over.
        var isClosing = false
        /// True when the process has ended with 0 after the last message.
        var isComplete = false
        /// True when the process and its descendants are gone.
        var isGone = false
    }

    private let state = ConditionLock(State(exchange: HandlerExchange(at: .now)))
    private let signal: OwnedDescriptor
    private let socket: PacketSocket
    private let memories: [FrameMemory]
    private let settings: Settings
    private let onChange: @Sendable () -> Void

    /// The interval at which limits and memory are checked.
    private static let interval: Int32 = 200
    /// The time from SIGTERM to SIGKILL.
    private static let grace = Duration.seconds(1)
    /// The time in which a process that has closed its connection may end by itself.
    private static let closingTime = Duration.milliseconds(300)

    /// Starts the program.
    /// - Parameter onChange: Called on the thread after a failure, and when the handler has released a frame.
    /// - Throws: `FileSystemError`, `ThreadError`.
    init(_ settings: Settings, memories: [FrameMemory], onChange: @escaping @Sendable () -> Void) throws {
        guard let (ours, theirs) = PacketSocket.pair(),
            let signal = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
        else { throw FileSystemError(operation: "start", subject: settings.path) }
        (self.signal, socket, self.memories, self.settings) = (signal, ours, memories, settings)
        self.onChange = onChange
        try WorkerThread.detach(named: "handler") { [self] in run(theirs) }
    }

    /// Changes the exchange, and wakes the thread.
    func exchange<Result: Sendable>(_ body: (inout HandlerExchange) -> Result) -> Result {
        let result = state.update { body(&$0.exchange) }
        // The write fails only if the counter is full, and the thread is then awake.
        _ = eventfd_write(signal.descriptor.rawValue, 1)
        return result
    }

    /// Returns a value of the state.
    func read<Result: Sendable>(_ body: (borrowing State) -> Result) -> Result { state.read(body) }

    /// Waits until `isDone` is true, or until there is a failure, or for the time limit.
    func wait(for limit: Duration, until isDone: @Sendable (State) -> Bool) {
        _ = state.wait(until: .now + limit) { state -> Bool? in
            isDone(state) || state.failure != nil || state.isGone ? true : nil
        }
    }

    /// Ends the process, and waits until it is gone.
    func close() {
        state.update { $0.isClosing = true }
        // See above.
        _ = eventfd_write(signal.descriptor.rawValue, 1)
        _ = state.wait(until: .distantFuture) { $0.isGone ? true : nil }
    }

    private func run(_ theirs: PacketSocket) {
        defer {
            state.update { $0.isGone = true }
            onChange()
        }
        do throws(FileSystemError) {
            // The end of the connection is noticed only if this process does not have the handler's end too.
            defer { theirs.close() }
            let process = try SupervisedProcess(.init(path: settings.path, socket: theirs))
            theirs.close()
            supervise(process)
        } catch {
            fail("it cannot be started: \(String(cString: strerror(error.code)))", after: nil)
        }
    }
}

extension HandlerSupervisor {
    /// The thread's own view of the process.
    private struct Watch {
        var log = ProgramLog()
        var nextCheck = HostTime.now
        /// The time at which the handler closed its connection.
        var closeTime: HostTime?
        var hasExited = false
    }

    /// Exchanges messages until the process has ended or has failed, and ends it.
    private func supervise(_ process: SupervisedProcess) {
        var watch = Watch()
        while !watch.hasExited, !read({ $0.isClosing || $0.exchange.failure != nil }) { turn(process, &watch) }
        if watch.hasExited {
            finish(process, &watch)
        } else {
            publishFailure(after: watch.log.lastLine)
            if read({ $0.failure != nil && !$0.exchange.isUrgent }) { terminate(process, &watch) }
            process.end()
        }
    }

    private func turn(_ process: SupervisedProcess, _ watch: inout Watch) {
        poll(process, &watch)
        receive(&watch)
        send()
        // The rest is read in the next turn, so that a handler that writes without end delays nothing.
        _ = watch.log.read(from: process.output)
        guard HostTime.now >= watch.nextCheck else { return }
        watch.nextCheck = .now + .milliseconds(Int(Self.interval))
        check(process, watch)
    }

    private func poll(_ process: SupervisedProcess, _ watch: inout Watch) {
        let isWaiting = read { !$0.exchange.waiting.isEmpty }
        let isOpen = watch.closeTime == nil
        let events = isOpen ? Int16(POLLIN | (isWaiting ? POLLOUT : 0)) : 0
        var polled = [
            pollfd(fd: process.exitDescriptor.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signal.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isOpen ? socket.descriptor.rawValue : -1, events: events, revents: 0),
        ]
        _ = SystemCall.retrying { Glibc.poll(&polled, nfds_t(polled.count), Self.interval) }
        var count: eventfd_t = 0
        _ = eventfd_read(signal.descriptor.rawValue, &count)
        watch.hasExited = polled[0].revents != 0
    }

    /// Receives all messages that are there. A process that has ended may have sent its last ones before.
    private func receive(_ watch: inout Watch) {
        guard watch.closeTime == nil else { return }
        var hasReleased = false
        do throws(Errno) {
            while let packet = try socket.receive(maxLength: HandlerRequest.maxLength, waits: false) {
                let failure = state.update { state in
                    state.exchange.receive(packet.bytes, at: .now)
                    return state.exchange.failure
                }
                hasReleased = true
                if failure != nil { break }
            }
        } catch {
            if error == .messageTooLong {
                state.update { $0.exchange.fail("it sent a message of more than \(HandlerRequest.maxLength) bytes") }
            } else {
                watch.closeTime = .now
            }
        }
        if hasReleased { onChange() }
    }

    /// Sends the messages that the handler accepts without waiting.
    private func send() {
        let waiting = read { $0.exchange.waiting }
        var count = 0
        do throws(Errno) {
            for message in waiting {
                let memory = message.buffer.map { memories[$0].shared.descriptor }
                guard try socket.send(message.bytes, descriptor: memory, waits: false) else { break }
                count += 1
            }
        } catch {
            // The end of the connection is noticed when reading.
        }
        state.update { $0.exchange.accepted(count, at: .now) }
    }

    /// Checks the time limits and the memory.
    private func check(_ process: SupervisedProcess, _ watch: Watch) {
        process.reapOrphans()
        let used = process.memory.counted(withoutFrames: settings.framesSize)
        state.update { [limit = settings.memoryLimit] state in
            if used > limit { state.exchange.fail(Self.memoryReason(used, limit: limit), isUrgent: true) }
            if let time = watch.closeTime, .now - time >= Self.closingTime {
                state.exchange.fail("it closed its connection")
            }
            state.exchange.tick(at: .now)
        }
    }

    private static func memoryReason(_ used: Int64, limit: Int64) -> String {
        "it used \(used / 1_000_000) MB of memory; its limit is \(limit / 1_000_000) MB (--handler-memory)"
    }

    private func fail(_ reason: String, after line: String?) {
        state.update { $0.exchange.fail(reason) }
        publishFailure(after: line)
    }

    /// Publishes the failure of the exchange, if there is one, with the last line of the output.
    private func publishFailure(after line: String?) {
        state.update { state in
            guard let failure = state.exchange.failure else { return }
            let output = line.map { "; its last output was “\($0)”" } ?? ""
            state.failure = BroadcastFailure(failure.kind, reason: failure.reason + output)
        }
        onChange()
    }

    /// Asks the process to end, and waits for that.
    private func terminate(_ process: SupervisedProcess, _ watch: inout Watch) {
        process.terminate()
        let deadline = HostTime.now + Self.grace
        while HostTime.now < deadline {
            var polled = pollfd(fd: process.exitDescriptor.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            let left = Int32(clamping: (deadline - .now).nanoseconds / 1_000_000)
            if Glibc.poll(&polled, 1, max(1, min(left, 50))) > 0 { return }
            // A handler that writes while it ends must not wait for a reader.
            _ = watch.log.read(from: process.output)
        }
    }

    /// Judges the end of a process that has ended by itself.
    private func finish(_ process: SupervisedProcess, _ watch: inout Watch) {
        receive(&watch)
        let exit = process.end()
        // Nobody writes any more.
        while watch.log.read(from: process.output) {}
        let (isComplete, isEnding) = state.update { state in
            let isEnding = state.exchange.isEnding
            state.isComplete = exit == .code(0) && isEnding && state.exchange.failure == nil
            return (state.isComplete || state.isClosing, isEnding)
        }
        guard !isComplete else { return }
        fail(Self.reason(of: exit, isEarly: !isEnding), after: watch.log.lastLine)
    }

    private static func reason(of exit: SupervisedProcess.Exit?, isEarly: Bool) -> String {
        switch exit {
        case .signal(let number): "it was ended by signal \(number) (\(String(cString: strsignal(number))))"
        case .code(let code): isEarly ? "it ended early, with exit code \(code)" : "it ended with exit code \(code)"
        case nil: "it ended early"
        }
    }
}

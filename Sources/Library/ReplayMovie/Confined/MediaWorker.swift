import Descriptors
import FFmpeg
import Files
import FoundationEssentials
import MediaTime
import SystemPackage
import Threads
import Workers

/// A worker that reads the header of another program's movie, and decodes packets, in a sandbox. It ends when this object
/// is freed.
final class MediaWorker: Sendable {
    private struct State {
        /// The connection of the process. Nil until it is started.
        var connection: PacketSocket?
        /// The clock of the process. Nil until it is started.
        var clock: ProcessClock?
        /// The error by which the worker ended, or for which it was ended. Nil while it runs.
        var error: (any Error)?
    }

    private let control: PacketSocket
    private let state = ConditionLock(State())
    private let operation: String

    /// Starts a worker and waits until it has read the header.
    /// - Parameters:
    ///   - header: The header and the first fragments of the movie, or nil for a live input.
    ///   - input: The path of the movie or the name of the input for errors.
    ///   - program: The path of a program that calls `Worker.run`.
    /// - Returns: The worker and the streams, which it found in the header.
    /// - Throws: `WorkerFailure` if the header cannot be read, `WorkerError` if the worker ended.
    static func start(
        header: [UInt8]?, of input: String, by program: String
    ) throws -> (worker: MediaWorker, streams: [StreamInfo]) {
        let streams = try OwnedDescriptor.memory("replay-streams")
        guard let (control, theirs) = PacketSocket.pair() else {
            throw FileSystemError(operation: "open", subject: input)
        }
        let worker = MediaWorker(control: control, operation: "read \(input)")
        var files = [DecodingTask.streams: streams, DecodingTask.control: theirs.socket]
        files[DecodingTask.header] = try header.map { try OwnedDescriptor.memory("replay-header", with: $0) }
        try worker.run(DecodingTask(input: input, hasHeader: header != nil), files: files, program: program)
        return (worker, try worker.read(streams))
    }

    private init(control: PacketSocket, operation: String) {
        (self.control, self.operation) = (control, operation)
    }

    deinit { _ = end(.ended(code: 0)) }

    /// Runs the process on a thread of its own, because the process ends with the thread that starts it.
    private func run(_ task: DecodingTask, files: [String: OwnedDescriptor], program: String) throws {
        try WorkerThread.detach(named: "media worker") { [operation, state, control] in
            // Wakes a thread that waits for the streams.
            defer { control.shutdown() }
            var grants = FileGrants()
            for (name, file) in files { grants.grant(file, as: name) }
            var limits = WorkerLimits(inputSize: 0)
            limits.servesRequests = true
            let result = Result {
                let process = try WorkerProcess(
                    task, program: program, operation: operation, limits: limits, grants: grants)
                state.update { state in
                    (state.connection, state.clock) = (process.socket, process.clock)
                    if state.error != nil { process.socket.shutdown() }
                }
                return try process.run()
            }
            let error = result.failure ?? WorkerError(operation: operation, reason: .ended(code: 0))
            state.update { $0.error = $0.error ?? error }
        }
    }

    private func read(_ memory: OwnedDescriptor) throws -> [StreamInfo] {
        guard awaitAnswer(on: control) else { throw end(.hung) }
        // An error means that the worker has ended.
        guard (try? control.receive(waits: true)) != nil else { throw failure() }
        do {
            try memory.descriptor.seek(offset: 0, from: .start)
            let bytes = try RegularFile.contents(of: memory, path: "streams", limit: 32 << 20)
            if let streams = StreamInfo.decoded(Data(bytes)) { return streams }
        } catch {
            // The file in memory cannot be read.
        }
        throw end(.invalidMessage)
    }

    /// Opens a decoder in the worker.
    func openDecoder(_ order: DecoderOrder, of stream: StreamInfo) throws -> ConfinedDecoder {
        let bytes = PacketSocket.encode(order)
        guard bytes.count <= PacketSocket.maxLength else {
            throw FFmpegError(.invalidData, operation: "decode", subject: stream.parameters.codecName)
        }
        guard let (socket, theirs) = PacketSocket.pair() else {
            throw FileSystemError(operation: "decode", subject: stream.parameters.codecName)
        }
        do throws(Errno) {
            // The worker reads each order at once.
            guard try control.send(bytes, descriptor: theirs.descriptor, waits: false) else { throw Errno.timedOut }
        } catch {
            throw error == .timedOut ? end(.hung) : failure()
        }
        theirs.close()
        return try ConfinedDecoder(socket, worker: self, of: stream)
    }

    /// Waits until the worker sends something, or closes its end.
    /// - Returns: False if it counts as hung.
    func awaitAnswer(on socket: PacketSocket) -> Bool {
        var watchdog = Watchdog()
        while !socket.isReadable(within: Watchdog.interval) {
            let clock = state.read { $0.clock }
            if watchdog.isHung(processorTime: clock?.time) { return false }
        }
        return true
    }

    /// True if the worker has ended, or is being ended.
    var hasEnded: Bool { state.read { $0.error != nil } }

    /// Returns the error by which the worker ended. Call it after the worker has closed a connection.
    func failure() -> any Error {
        // A process that has ended is noticed at once, but other threads may need the processors.
        let error = state.wait(until: .now + .seconds(60)) { $0.error }
        return error ?? WorkerError(operation: operation, reason: .ended(code: 0))
    }

    /// Ends the worker because of its behaviour, and returns the error. A worker that does not end is killed.
    func end(_ reason: WorkerError.Reason) -> any Error {
        state.update { [control, operation] state in
            state.error = state.error ?? WorkerError(operation: operation, reason: reason)
            state.connection?.shutdown()
            control.shutdown()
        }
        return WorkerError(operation: operation, reason: reason)
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension StreamInfo {
    /// Returns the streams of a movie from JSON that a worker has written, or nil if they are impossible.
    static func decoded(_ json: Data) -> [StreamInfo]? {
        // A process that a movie has taken over may have written anything.
        guard let streams = try? JSONDecoder().decode([StreamInfo].self, from: json) else { return nil }
        return zip(streams.indices, streams).allSatisfy { $0 == $1.index && $1.isPossible } ? streams : nil
    }

    private var isPossible: Bool {
        [0, 90, 180, 270].contains(rotation) && timeBase > 0 && frameCount ?? 0 >= 0 && frameInterval ?? 1 > 0
    }
}

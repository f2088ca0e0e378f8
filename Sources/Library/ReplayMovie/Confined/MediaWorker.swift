import Descriptors
import FFmpeg
import Files
import FoundationEssentials
import MediaTime
import SystemPackage
import Threads
import Workers

/// A worker that reads the header of another program's movie and decodes its packets in a sandbox. It ends when this
/// object is freed.
final class MediaWorker: Sendable {
    private let control: PacketSocket
    /// The error by which the worker ended. Nil while it runs.
    private let ending: ConditionLock<(any Error)?>
    private let operation: String

    /// The time after which a worker that does not answer counts as hung, in milliseconds. On a busy machine, a frame
    /// may take long.
    static let timeout: Int32 = 600_000

    /// Starts a worker and waits until it has read the header.
    /// - Parameters:
    ///   - header: The header and the first fragments of the movie.
    ///   - movie: The path of the movie for errors.
    ///   - program: The path of a program that calls `Worker.run`.
    /// - Returns: The worker and the streams, which it found.
    /// - Throws: `WorkerFailure` if the header cannot be read, `WorkerError` if the worker ended.
    static func start(
        header: [UInt8], of movie: String, by program: String
    ) throws -> (worker: MediaWorker, streams: [StreamInfo]) {
        let streams = try OwnedDescriptor.memory("replay-streams")
        guard let (control, theirs) = PacketSocket.pair() else {
            throw FileSystemError(operation: "open", subject: movie)
        }
        let worker = MediaWorker(control: control, operation: "read \(movie)")
        try worker.run(
            DecodingTask(movie: movie),
            files: [
                DecodingTask.header: try OwnedDescriptor.memory("replay-header", with: header),
                DecodingTask.streams: streams, DecodingTask.control: theirs.socket,
            ], program: program)
        return (worker, try worker.read(streams))
    }

    private init(control: PacketSocket, operation: String) {
        (self.control, self.operation) = (control, operation)
        ending = ConditionLock(nil)
    }

    deinit { control.shutdown() }

    /// Runs the process on a thread of its own, because the process ends with the thread that starts it.
    private func run(_ task: DecodingTask, files: [String: OwnedDescriptor], program: String) throws {
        try WorkerThread.detach(named: "media worker") { [operation, ending, control] in
            // Wakes a thread that waits for the streams.
            defer { control.shutdown() }
            var grants = FileGrants()
            for (name, file) in files { grants.grant(file, as: name) }
            var limits = WorkerLimits(inputSize: 0)
            limits.servesRequests = true
            do {
                let process = try WorkerProcess(
                    task, program: program, operation: operation, limits: limits, grants: grants)
                _ = try process.run()
                ending.update { $0 = WorkerError(operation: operation, reason: .ended(code: 0)) }
            } catch {
                ending.update { $0 = error }
            }
        }
    }

    private func read(_ memory: OwnedDescriptor) throws -> [StreamInfo] {
        guard control.isReadable(within: Self.timeout) else { throw end(.hung) }
        // An error means that the worker has ended.
        guard (try? control.receive(waits: true)) != nil else { throw failure() }
        do {
            try memory.descriptor.seek(offset: 0, from: .start)
            let bytes = try RegularFile.contents(of: memory, path: "streams", limit: 32 << 20)
            return try JSONDecoder().decode([StreamInfo].self, from: Data(bytes))
        } catch {
            throw end(.invalidMessage)
        }
    }

    /// Opens a decoder in the worker.
    func openDecoder(_ order: DecoderOrder, codec: String) throws -> ConfinedDecoder {
        guard let (socket, theirs) = PacketSocket.pair() else {
            throw FileSystemError(operation: "decode", subject: codec)
        }
        let bytes = PacketSocket.encode(order)
        // If it fails, the worker has ended.
        let isSent = try? control.send(bytes, descriptor: theirs.descriptor, waits: true)
        guard isSent == true else { throw failure() }
        theirs.close()
        return try ConfinedDecoder(socket, worker: self, codec: codec)
    }

    /// True if the worker has ended.
    var hasEnded: Bool { ending.read { $0 != nil } }

    /// Returns the error by which the worker ended, and ends it if it did not. Call it after the worker has closed a
    /// connection.
    func failure() -> any Error {
        defer { control.shutdown() }
        // A process that has ended is noticed at once, but other threads may need the processors.
        return ending.wait(until: .now + .seconds(60)) { $0 } ?? WorkerError(operation: operation, reason: .hung)
    }

    /// Ends the worker because of its behaviour, and returns the error.
    func end(_ reason: WorkerError.Reason) -> any Error {
        control.shutdown()
        return WorkerError(operation: operation, reason: reason)
    }
}

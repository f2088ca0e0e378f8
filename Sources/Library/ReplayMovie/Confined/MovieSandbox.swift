import FFmpeg
import Glibc
import Synchronization
import Workers

/// The sandbox in which a movie of another program is read. Its worker is started again after a packet has ended it.
final class MovieSandbox: Sendable {
    /// The streams that the worker found.
    let streams: [StreamInfo]
    private let header: [UInt8]
    private let path: String
    private let program: String
    private let worker: Mutex<MediaWorker?>

    /// Starts the worker and waits until it has read the header, unless the streams are known. Then the worker is
    /// started for the first decoder.
    /// - Parameters:
    ///   - header: The header and the first fragments of the movie.
    ///   - path: The path of the movie for errors.
    ///   - program: The path of a program that calls `Worker.run`.
    ///   - known: The streams, or nil if the worker must find them.
    init(header: [UInt8], path: String, program: String, streams known: [StreamInfo]? = nil) throws {
        (self.header, self.path, self.program) = (header, path, program)
        let started = try known == nil ? MediaWorker.start(header: header, of: path, by: program) : nil
        streams = known ?? started?.streams ?? []
        worker = Mutex(started?.worker)
    }

    /// Opens a decoder of a stream.
    /// - Parameter stream: The stream of the order.
    func openDecoder(_ order: DecoderOrder, of stream: StreamInfo) throws -> ConfinedDecoder {
        let running = try worker.withLock { worker in
            if let running = worker, !running.hasEnded { return running }
            let started = try MediaWorker.start(header: header, of: path, by: program).worker
            worker = started
            return started
        }
        return try running.openDecoder(order, of: stream)
    }

    /// Ends the worker, from any thread.
    func interrupt() {
        let running = worker.withLock { $0 }
        _ = running?.end(.killed(signal: SIGTERM))
    }
}

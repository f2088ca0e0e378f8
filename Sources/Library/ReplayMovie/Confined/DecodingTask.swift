import Descriptors
import FFmpeg
import Files
import FoundationEssentials
import Glibc
import MediaTime
import Synchronization
import SystemPackage
import Threads
package import Workers

/// The reading of a movie's header, and the decoding of packets, in a sandbox. It serves until its parent ends.
package struct DecodingTask: WorkerTask {
    package static let name = "decoding"
    /// The names of the granted files: the header, and memory for its streams as JSON. The third is a socket on which
    /// the parent sends the socket of each decoder.
    static let (header, streams, control) = ("header", "streams", "control")

    /// The name of the movie or of the live input for errors.
    let input: String
    /// True if there is a header to read, false for a live input, whose streams the parent describes.
    let hasHeader: Bool

    /// There is no result.
    package struct Output: Codable, Sendable {}

    package static func prepare() {}

    package func run(in worker: WorkerConnection) throws -> Output {
        let control = PacketSocket(try OwnedDescriptor(opening: Self.control, mode: .readWrite))
        let streams = hasHeader ? try readHeader() : []
        let memory = try OwnedDescriptor(opening: Self.streams, mode: .readWrite)
        try memory.descriptor.writeAll(try JSONEncoder().encode(streams))
        _ = try control.send([1], waits: true)
        let meter = DecodingMeter(worker)
        // An error is the end of the parent.
        while let packet = try? control.receive(waits: true) {
            guard let socket = packet.descriptor,
                let (order, _) = PacketSocket.decode(DecoderOrder.self, from: packet.bytes),
                let stream = order.source.stream(of: streams)
            else { continue }
            try WorkerThread.detach(named: "decoder") {
                DecoderServer(PacketSocket(socket), order: order, meter: meter).serve(stream)
            }
        }
        // Decoders may still run, so the libraries cannot be unloaded.
        _exit(EXIT_SUCCESS)
    }

    private func readHeader() throws -> [StreamInfo] {
        let header = try IOContext(try OwnedDescriptor(opening: Self.header), mode: .read)
        return try Demuxer.open(header, name: input).streams
    }
}

/// The properties of a new decoder.
struct DecoderOrder: Codable {
    /// The stream whose packets are decoded.
    enum Source: Codable {
        /// A stream of the movie, by its index.
        case track(Int)
        /// A stream that the parent describes: of a live input, or of an output, which may have packets of the movie.
        case described(StreamInfo)

        /// Returns the stream, or nil if the movie has no such stream.
        func stream(of movie: [StreamInfo]) -> StreamInfo? {
            switch self {
            case .track(let track): movie.indices.contains(track) ? movie[track] : nil
            case .described(let stream): stream
            }
        }
    }

    let source: Source
    let timeBase: Rational
    let threads: Int
    let isCropped: Bool
}

/// The amount of media that a worker has decoded, by which its processor time is limited.
final class DecodingMeter: Sendable {
    private let worker: WorkerConnection
    private let total = Mutex((seconds: 0.0, reported: 0.0, pixels: 0.0))

    /// The amount that is reported together, in seconds.
    private static let step = 2.0

    init(_ worker: WorkerConnection) { self.worker = worker }

    /// Adds the duration of a packet, in seconds.
    func add(_ seconds: Double, framePixels: Double) {
        let amount = total.withLock { total -> MediaAmount? in
            total.seconds += max(0, seconds)
            total.pixels = max(total.pixels, framePixels)
            guard total.seconds >= total.reported + Self.step else { return nil }
            total.reported = total.seconds
            return MediaAmount(duration: total.seconds, framePixels: total.pixels)
        }
        if let amount { worker.send(amount) }
    }
}

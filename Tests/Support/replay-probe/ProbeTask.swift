import Descriptors
import FFmpeg
import Files
import Glibc
package import Workers

/// One attempt to leave the sandbox, made while FFmpeg reads a movie.
package struct ProbeTask: WorkerTask {
    package static let name = "probe"

    package let probe: Probe
    /// The file or folder that the probe uses.
    package let path: String
    /// The movie that is read.
    package let movie: String

    package init(_ probe: Probe, path: String, movie: String) {
        (self.probe, self.path, self.movie) = (probe, path, movie)
    }

    /// The result of the attempt.
    package struct Output: Codable, Sendable {
        /// The `errno`; 0 if the attempt succeeded.
        package var code: Int32
        /// The number of the movie's streams, which shows that the decoder works afterwards.
        package var streams: Int
    }

    package static func prepare() {}

    package func run(in worker: WorkerConnection) throws -> Output {
        let file = try RegularFile.open(movie)
        let source = ProbingFile(file, probe: { probe.attempt(path) })
        let demuxer = try Demuxer.open(try IOContext(source, mode: .read), name: movie)
        return Output(code: source.code ?? -1, streams: demuxer.streams.count)
    }
}

/// A file that makes an attempt when FFmpeg first reads it.
private final class ProbingFile: IOEndpoint {
    private let file: OwnedDescriptor
    private let probe: () -> Int32
    private(set) var code: Int32?
    var offset: Int64 = 0

    init(_ file: OwnedDescriptor, probe: @escaping () -> Int32) { (self.file, self.probe) = (file, probe) }

    var isSeekable: Bool { true }

    var size: Int64 {
        get throws(FFmpegError.Code) { (try? file.descriptor.stat().size) ?? 0 }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        if code == nil { code = probe() }
        let count = pread(file.descriptor.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
        guard count >= 0 else { throw .invalidData }
        offset += Int64(count)
        return count
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) { throw .invalidArgument }
}

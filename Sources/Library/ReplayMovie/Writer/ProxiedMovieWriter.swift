package import FFmpeg
package import Files

/// Writes a movie and its proxy, in fragments that begin and end together.
///
/// A proxy that cannot be written ends with its last whole fragment; the movie goes on.
package final class ProxiedMovieWriter: FragmentWriter {
    private let movie: any FragmentWriter
    private var proxy: MovieWriter?
    private let proxyIndex: Int
    package let syncer: MovieSyncer

    /// - Parameters:
    ///   - proxy: of one track.
    ///   - proxyIndex: the `streamIndex` by which the proxy's packets are known.
    package init(_ movie: any FragmentWriter, proxy: MovieWriter, proxyIndex: Int) {
        self.movie = movie
        self.proxy = proxy
        self.proxyIndex = proxyIndex
        syncer = movie.syncer.joined(by: proxy.syncer)
    }

    package func write(_ packet: Packet) throws {
        guard packet.streamIndex == proxyIndex else { return try movie.write(packet) }
        var packet = packet
        packet.streamIndex = 0
        attempt { try $0.write(packet) }
    }

    package func endFragment() throws {
        try movie.endFragment()
        attempt { try $0.endFragment() }
    }

    package func finish() throws {
        attempt { try $0.finish() }
        try movie.finish()
    }

    /// The proxy's was cut when that failed.
    package func cutTornEnd() throws(FileSystemError) { try movie.cutTornEnd() }

    private func attempt(_ body: (MovieWriter) throws -> Void) {
        guard let proxy else { return }
        do {
            try body(proxy)
        } catch {
            // Where not even this can be done, its readers pass over its torn end.
            try? proxy.cutTornEnd()
            self.proxy = nil
        }
    }

    /// The space that is kept back is for the movie alone.
    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) { movie.onDiskFull(reclaim) }

    /// The movie's alone: a movie that does not grow is not made good by its proxy.
    package var bytesWritten: Int64 { movie.bytesWritten }
}

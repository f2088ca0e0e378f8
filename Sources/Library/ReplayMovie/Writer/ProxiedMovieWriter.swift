package import FFmpeg
package import Files

/// A writer of a movie and its proxy, whose fragments begin and end together.
///
/// If the proxy cannot be written, it ends with its last complete fragment, and the movie continues.
package final class ProxiedMovieWriter: FragmentWriter {
    private let movie: any FragmentWriter
    private var proxy: MovieWriter?
    private let proxyIndex: Int
    package let syncer: MovieSyncer

    /// Creates the writer.
    /// - Parameters:
    ///   - proxy: The writer of the proxy, which has one track.
    ///   - proxyIndex: The `streamIndex` of the proxy's packets.
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

    /// Truncates the movie only. The proxy was truncated when its own write failed.
    package func cutTornEnd() throws(FileSystemError) { try movie.cutTornEnd() }

    private func attempt(_ body: (MovieWriter) throws -> Void) {
        guard let proxy else { return }
        do {
            try body(proxy)
        } catch {
            // If this fails too, readers skip the incomplete end of the proxy.
            try? proxy.cutTornEnd()
            self.proxy = nil
        }
    }

    /// Sets the handler for the movie only: the reserved disk space is not for the proxy.
    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) { movie.onDiskFull(reclaim) }

    /// The number of bytes of the movie without its proxy, so that a growing proxy does not hide a stalled movie.
    package var bytesWritten: Int64 { movie.bytesWritten }
}

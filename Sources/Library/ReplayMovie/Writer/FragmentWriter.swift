package import FFmpeg
package import Files

/// A writer of packets as a fragmented movie. Use it from one thread at a time.
package protocol FragmentWriter: AnyObject {
    /// Adds a packet to the current fragment. Its `streamIndex` is the track's index.
    func write(_ packet: Packet) throws
    /// Ends the current fragment and writes it to the kernel. From then on a killed process loses nothing of it.
    func endFragment() throws
    /// Ends the movie and syncs it to the disk.
    func finish() throws
    /// Truncates the movie after the last complete fragment, if a write failed, so that its end is valid.
    func cutTornEnd() throws(FileSystemError)
    /// Sets the handler for a full disk. The handler returns true if it freed space, so that the write is tried again.
    func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool)
    /// The number of bytes of the movie so far.
    var bytesWritten: Int64 { get }
    /// The object that syncs the movie to the disk, from any thread.
    var syncer: MovieSyncer { get }
}

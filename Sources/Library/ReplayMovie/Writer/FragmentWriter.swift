package import FFmpeg
package import Files

/// Writes packets as a movie in fragments. Used from one thread at a time.
package protocol FragmentWriter: AnyObject {
    /// Takes a packet into the fragment that is being gathered. Its `streamIndex` is the track's place.
    func write(_ packet: Packet) throws
    /// Ends the fragment and hands it to the kernel: from here on a killed process loses nothing of it.
    func endFragment() throws
    /// Ends the movie and brings it to the disk.
    func finish() throws
    /// Cuts off what was written of a fragment that could not be written whole, so that the movie ends well.
    func cutTornEnd() throws(FileSystemError)
    /// Called when the disk is full; whether it has freed space, so that the write may be tried again.
    func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool)
    /// Bytes of the movie so far.
    var bytesWritten: Int64 { get }
    /// Brings what was written to the disk, from any thread.
    var syncer: MovieSyncer { get }
}

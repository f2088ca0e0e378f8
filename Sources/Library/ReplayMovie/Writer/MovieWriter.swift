import Descriptors
package import FFmpeg
package import Files
import ReplayLibrary
import SystemPackage

/// A writer of a fragmented movie, in which everything on the disk can be read without the following data.
///
/// Use it from one thread at a time.
package final class MovieWriter: FragmentWriter {
    /// The times at which tracks begin.
    package enum Start {
        /// All tracks have one clock, which need not begin at 0. The header is on the disk before any media.
        case together
        /// Each track begins at its own time, in an edit list. The header is written with the first fragment. The
        /// duration of each packet must be the time to the next packet.
        case apart
    }

    private let muxer: Muxer
    private let file: OwnedDescriptor
    private let endpoint: IOFile
    private let io: IOContext
    private let path: String
    private let start: Start
    /// The end of the last complete fragment and its record, in bytes.
    private var wholeEnd: Int64 = 0

    /// The object that syncs the movie to the disk, from any thread.
    package let syncer: MovieSyncer

    private init(
        _ name: String, in folder: Directory, options: FileDescriptor.OpenOptions, tracks: [MovieTrack], start: Start
    ) throws {
        path = folder.path + "/" + name
        self.start = start
        file = try folder.openFile(name, mode: .readWrite, options: options)
        endpoint = IOFile(file)
        io = try IOContext(endpoint, mode: .write)
        syncer = MovieSyncer(file, path: path)
        muxer = try Muxer.open(io, name: path)
        for track in tracks {
            _ = try muxer.addStream(
                track.parameters, timeBase: track.timeBase, rotation: track.rotation, title: track.title)
        }
    }

    /// Creates the movie `name` in `folder`, which must not exist yet.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package convenience init(_ name: String, in folder: Directory, tracks: [MovieTrack], start: Start) throws {
        try self.init(name, in: folder, options: [.create, .exclusiveCreate], tracks: tracks, start: start)
        try muxer.writeHeader(options: options)
        try protectWritten()
        // Sync the folder: if a power cut removed the file's name, the whole movie would be lost.
        try folder.sync()
    }

    /// Resumes the movie `name` in `folder` after its last complete fragment. The
    /// bytes after that fragment are removed.
    /// - Parameters:
    ///   - tracks: The tracks of the movie.
    ///   - index: The index of the movie.
    /// - Throws: `MovieError` with `otherTracks` if the movie has other tracks. The movie is then unchanged.
    package convenience init(continuing name: String, in folder: Directory, tracks: [MovieTrack], index: MovieIndex)
        throws
    {
        try self.init(name, in: folder, options: [], tracks: tracks, start: .together)
        let header = try folder.contents(of: name, first: 64 << 10)
        var options = options
        options["fragment_index"] = "\(index.fragments.count + 1)"
        guard try muxer.continue(at: index.wholeEnd, behind: header, options: options) else {
            throw MovieError(path: path, reason: .otherTracks)
        }
        wholeEnd = index.wholeEnd
        try cutTornEnd()
    }

    private var options: [String: String] {
        let begin = start == .together ? "empty_moov+frag_discont" : "delay_moov"
        return [
            "movflags": "frag_custom+default_base_moof+skip_trailer+\(begin)", "avoid_negative_ts": "disabled",
            "video_track_timescale": start == .together ? "90000" : "0",
        ]
    }

    /// Adds a packet to the current fragment. Its `streamIndex` is the track's index.
    package func write(_ packet: Packet) throws(FFmpegError) { try muxer.write(packet) }

    /// Adds a packet to the current fragment. Packets of different tracks may come in any order.
    package func writeInterleaved(_ packet: Packet) throws(FFmpegError) { try muxer.writeInterleaved(packet) }

    /// Ends the current fragment and writes it to the kernel. From then on a killed process loses nothing of it.
    package func endFragment() throws {
        try muxer.flushFragment(keepsTimes: start == .together)
        try protectWritten()
    }

    /// Ends the movie and syncs it to the disk.
    package func finish() throws {
        try muxer.flushInterleaved()
        // A movie without a header yet gets it with the first call, and its last fragment with the second.
        for _ in 0..<2 { try endFragment() }
        try muxer.finish()
        try syncer.sync()
    }

    /// Writes the recovery record of the bytes since the last record: the header or a fragment.
    private func protectWritten() throws {
        let piece = wholeEnd..<muxer.bytesWritten
        guard !piece.isEmpty else { return }
        wholeEnd = piece.upperBound
        let movie = try MovieFile(file, path: path)
        guard let record = try RecoveryRecord(of: piece, in: movie).encoded() else { return }
        try io.append(record, subject: path)
        wholeEnd = muxer.bytesWritten
    }

    /// Truncates the movie after the last complete fragment, if a write failed, so that its end is valid.
    /// - Throws: `FileSystemError`.
    package func cutTornEnd() throws(FileSystemError) {
        try FileSystemError.catching("remove the incomplete end of", subject: path) {
            try file.descriptor.resize(to: wholeEnd)
        }
    }

    /// Sets the handler for a full disk. The handler returns true if it freed space, so that the write is tried again.
    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) { endpoint.onDiskFull = reclaim }

    /// The number of bytes written so far.
    package var bytesWritten: Int64 { muxer.bytesWritten }
}

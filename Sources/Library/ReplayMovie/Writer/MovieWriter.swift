import Descriptors
package import FFmpeg
package import Files
import ReplayLibrary
import SystemPackage

/// Writes a movie in fragments, so that whatever is on the disk can be read without what follows.
///
/// Used from one thread at a time.
package final class MovieWriter: FragmentWriter {
    /// How the tracks begin.
    package enum Start {
        /// All by one clock, which need not begin at 0: the header is on the disk before any media.
        case together
        /// Each at its own time, which an edit list tells: the header comes with the first fragment. The duration
        /// of every packet must then be the time to the next.
        case apart
    }

    private let muxer: Muxer
    private let file: OwnedDescriptor
    private let endpoint: IOFile
    private let io: IOContext
    private let path: String
    private let start: Start
    /// Where the last whole fragment ends.
    private var wholeEnd: Int64 = 0

    /// Brings what was written to the disk, from any thread.
    package let syncer: MovieSyncer

    private init(
        _ name: String, in folder: Directory, _ options: FileDescriptor.OpenOptions, tracks: [MovieTrack], start: Start
    ) throws {
        path = folder.path + "/" + name
        self.start = start
        file = try folder.openFile(name, .readWrite, options)
        endpoint = IOFile(file)
        io = try IOContext(endpoint, mode: .write)
        syncer = MovieSyncer(file, path: path)
        muxer = try Muxer.open(io, name: path)
        for track in tracks {
            _ = try muxer.addStream(
                track.parameters, timeBase: track.timeBase, rotation: track.rotation, title: track.title)
        }
    }

    /// Begins the movie `name` in `folder`, where there must be none yet.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package convenience init(_ name: String, in folder: Directory, tracks: [MovieTrack], start: Start) throws {
        try self.init(name, in: folder, [.create, .exclusiveCreate], tracks: tracks, start: start)
        try muxer.writeHeader(options: options)
        try protectWritten()
        // Without its name in the folder a power cut would take the whole movie.
        try folder.sync()
    }

    /// Goes on with the movie `name` in `folder`, behind its last whole fragment; what stands after that is cut off.
    /// - Parameters:
    ///   - tracks: as the movie has them.
    ///   - index: the movie's.
    /// - Throws: `MovieError` where the movie was begun with other tracks; it is as it was then.
    package convenience init(continuing name: String, in folder: Directory, tracks: [MovieTrack], index: MovieIndex)
        throws
    {
        try self.init(name, in: folder, [], tracks: tracks, start: .together)
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

    /// Takes a packet into the fragment that is being gathered. Its `streamIndex` is the track's place.
    package func write(_ packet: Packet) throws(FFmpegError) { try muxer.write(packet) }

    /// As `write`, for packets of several tracks that come in no particular order.
    package func writeInterleaved(_ packet: Packet) throws(FFmpegError) { try muxer.writeInterleaved(packet) }

    /// Ends the fragment and hands it to the kernel: from here on a killed process loses nothing of it.
    package func endFragment() throws {
        try muxer.flushFragment(keepsTimes: start == .together)
        try protectWritten()
    }

    /// Ends the movie and brings it to the disk.
    package func finish() throws {
        try muxer.flushInterleaved()
        // A movie that has no header yet gets it with the first call, and its last fragment with the second.
        for _ in 0..<2 { try endFragment() }
        try muxer.finish()
        try syncer.sync()
    }

    /// Writes the recovery record of what was written since the last one: the header, or a fragment.
    private func protectWritten() throws {
        let piece = wholeEnd..<muxer.bytesWritten
        guard !piece.isEmpty else { return }
        wholeEnd = piece.upperBound
        let movie = try MovieFile(file, path: path)
        guard let record = try RecoveryRecord(of: piece, in: movie).encoded() else { return }
        try io.append(record, subject: path)
        wholeEnd = muxer.bytesWritten
    }

    /// Cuts off what was written of a fragment that could not be written whole, so that the movie ends well.
    /// - Throws: `FileSystemError`.
    package func cutTornEnd() throws(FileSystemError) {
        try FileSystemError.catching("cut off the torn end of", path) { try file.descriptor.resize(to: wholeEnd) }
    }

    /// Called when the disk is full; whether it has freed space, so that the write may be tried again.
    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) { endpoint.onDiskFull = reclaim }

    /// Bytes written so far.
    package var bytesWritten: Int64 { muxer.bytesWritten }
}

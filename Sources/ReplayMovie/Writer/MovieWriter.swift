package import FFmpeg
import Glibc

/// Writes a movie in fragments, so that whatever is on the disk can be read without what follows.
///
/// Used from one thread at a time.
package final class MovieWriter {
    /// How the tracks begin.
    package enum Start {
        /// Each at time 0: the header is on the disk before any media.
        case together
        /// Each at its own time, which an edit list tells: the header comes with the first fragment. The duration
        /// of every packet must then be the time to the next.
        case apart
    }

    private let muxer: Muxer
    private let path: String
    private let start: Start

    /// Brings what was written to the disk, from any thread.
    package let syncer: MovieSyncer

    /// Begins the movie `name` in `folder`, where there must be none yet.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package init(_ name: String, in folder: Directory, tracks: [MovieTrack], start: Start) throws {
        path = folder.path + "/" + name
        self.start = start
        let descriptor = try folder.openFile(name, flags: O_RDWR | O_CREAT | O_EXCL)
        let io = try FileIO(descriptor: descriptor, mode: .write)
        syncer = try MovieSyncer(sharing: descriptor, path: path)
        // Whoever holds this lock is writing the movie; the kernel drops it however the writer ends.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw FileSystemError(operation: "lock", subject: path)
        }
        muxer = try Muxer.open(io, name: path)
        for track in tracks {
            _ = try muxer.addStream(
                track.parameters, timeBase: track.timeBase, rotation: track.rotation, title: track.title)
        }
        // A track whose first packet comes later than time 0 keeps that time: see `flushFragment(keepsTimes:)`.
        let begin = start == .together ? "empty_moov+frag_discont" : "delay_moov"
        try muxer.writeHeader(options: [
            "movflags": "frag_custom+default_base_moof+\(begin)", "avoid_negative_ts": "disabled",
            "video_track_timescale": start == .together ? "90000" : "0",
        ])
    }

    /// Takes a packet into the fragment that is being gathered. Its `streamIndex` is the track's place.
    package func write(_ packet: Packet) throws(FFmpegError) { try muxer.write(packet) }

    /// As `write`, for packets of several tracks that come in no particular order.
    package func writeInterleaved(_ packet: Packet) throws(FFmpegError) { try muxer.writeInterleaved(packet) }

    /// Ends the fragment and hands it to the kernel: from here on a killed process loses nothing of it.
    package func endFragment() throws(FFmpegError) {
        try muxer.flushFragment(keepsTimes: start == .together)
    }

    /// Ends the movie and brings it to the disk.
    package func finish() throws {
        try muxer.finish()
        try syncer.sync()
    }

    /// Bytes written so far.
    package var bytesWritten: Int64 { muxer.bytesWritten }
}

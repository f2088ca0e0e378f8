package import FFmpeg
import Glibc

/// An open movie of ours: its index, how its tracks are coded, and its packets in any order.
///
/// Used from one thread at a time.
package final class MovieReader {
    package let index: MovieIndex
    /// One for each track of the index.
    package let streams: [StreamInfo]
    private let descriptor: Int32
    private let path: String

    private init(index: MovieIndex, streams: [StreamInfo], descriptor: Int32, path: String) {
        self.index = index
        self.streams = streams
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Opens the movie `name` in `folder`.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    package static func open(_ name: String, in folder: Directory) throws -> MovieReader {
        let path = folder.path + "/" + name
        let io = try FileIO(descriptor: folder.openFile(name, flags: O_RDONLY), mode: .read)
        let descriptor = try folder.openFile(name, flags: O_RDONLY)
        do {
            let index = try MovieIndexReader(descriptor: descriptor, path: path).read()
            let streams = try Demuxer.open(io, name: path).streams
            guard streams.count == index.tracks.count else { throw MovieError(path: path, reason: .damaged) }
            return MovieReader(index: index, streams: streams, descriptor: descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The place of the camera's track, where it has pictures.
    package var cameraTrack: Int? {
        streams.indices.first { place in
            place != index.videoTrack && index.tracks[place].kind == .video && !index.tracks[place].samples.isEmpty
                && streams[place].title == MovieTrack.cameraTitle
        }
    }

    /// The packet of a sample; its times are the sample's, in the track's ticks.
    package func packet(track: Int, sample: Int) throws -> Packet {
        let entry = index.tracks[track].samples[sample]
        let packet = try Packet(size: Int(entry.size)) { fill($0, at: entry.offset) }
        guard let packet else { throw MovieError(path: path, reason: .truncated) }
        packet.streamIndex = track
        packet.pts = entry.pts
        packet.dts = entry.dts
        packet.duration = entry.duration
        packet.isKeyframe = entry.isKeyframe
        return packet
    }

    /// The first bytes of a sample's data, or all of it where it is shorter.
    package func bytes(track: Int, sample: Int, first count: Int) throws(MovieError) -> [UInt8] {
        let entry = index.tracks[track].samples[sample]
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: min(count, Int(entry.size))) { buffer, initialized in
            isRead = fill(UnsafeMutableRawBufferPointer(buffer), at: entry.offset)
            initialized = isRead ? buffer.count : 0
        }
        guard isRead else { throw MovieError(path: path, reason: .truncated) }
        return bytes
    }

    /// Reads as much as `buffer` holds; whether all of it was there.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Bool {
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

package import FFmpeg
package import Files
package import H264
package import MediaTime
package import ReplayLibrary
import Synchronization

/// An open movie of ours: its index, how its tracks are coded, and its packets in any order.
package final class MovieReader: Sendable {
    package let index: MovieIndex
    /// One for each track of the index.
    package let streams: [StreamInfo]
    /// The movie's header as it was written: `ftyp` and `moov`.
    package let header: [UInt8]
    private let file: MovieFile
    /// How large it was when it was opened, in bytes.
    package var fileSize: Int64 { file.size }
    /// By the place of a fragment in the index.
    private let verifications = Mutex<[Int: Verification]>([:])

    /// What the hash of a fragment's media data says of it.
    package enum Verification: Sendable {
        /// It is as it was written.
        case intact
        /// It is not.
        case damaged
        /// No hash was made when it was written.
        case unknown
    }

    private init(index: MovieIndex, streams: [StreamInfo], header: [UInt8], file: MovieFile) {
        self.index = index
        self.streams = streams
        self.header = header
        self.file = file
    }

    /// Opens the movie `name` in `folder`. Where boxes of it are damaged, it is read by their copies, and without the
    /// fragments of which there are none.
    /// - Parameter headerCopy: the movie's header as it was noted elsewhere, for a movie whose own cannot be read.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    package static func open(_ name: String, in folder: Directory, headerCopy: [UInt8]? = nil) throws -> MovieReader {
        let path = folder.path + "/" + name
        let file = try MovieFile(try folder.openFile(name, .readOnly, .nonBlocking), path: path)
        let scan = try MovieScan(file, headerCopy: headerCopy)
        var indexReader = MovieIndexReader(scan, fileSize: file.size)
        let index = indexReader.read()
        let streams = try Demuxer.open(try readableStart(of: file, scan), name: path).streams
        guard streams.count == index.tracks.count else { throw MovieError(path: path, reason: .damaged) }
        return MovieReader(index: index, streams: streams, header: scan.header.bytes, file: file)
    }

    /// The header and the first fragments of a movie as they were written: all that FFmpeg needs to know its streams. Of
    /// the whole it would read each fragment's boxes once more.
    private static func readableStart(of file: MovieFile, _ scan: MovieScan) throws -> IOContext {
        var bytes = scan.header.bytes
        for fragment in scan.fragments where fragment.media.upperBound <= file.size {
            guard bytes.count < readableStartSize else { break }
            // Offsets count from the `moof`, wherever it stands.
            let media = Box(
                type: "mdat",
                contents: try file.bytes(at: fragment.media.lowerBound, count: Int64(fragment.media.count))[...])
            bytes += try scan.boxes(of: fragment) + media.bytes
        }
        return try IOContext(IOMemory(bytes), mode: .read)
    }

    private static let readableStartSize = 1 << 20

    /// Whether the first video track has a frame.
    package var hasFrames: Bool { index.videoTrack.map { !index.tracks[$0].samples.isEmpty } ?? false }

    /// The place of the camera's track, where it has frames.
    package var cameraTrack: Int? {
        streams.indices.first { place in
            place != index.videoTrack && index.tracks[place].kind == .video && !index.tracks[place].samples.isEmpty
                && streams[place].title == MovieTrack.cameraTitle
        }
    }

    /// The packet of a sample; its times are the sample's, in the track's ticks.
    package func packet(track: Int, sample: Int) throws -> Packet {
        let entry = index.tracks[track].samples[sample]
        var packet = try Packet(size: Int(entry.size)) { try file.read($0, at: entry.offset) }
        packet.streamIndex = track
        packet.pts = entry.pts
        packet.dts = entry.dts
        packet.duration = entry.duration
        packet.isKeyframe = entry.isKeyframe
        return packet
    }

    /// As `packet(track:sample:)`, for a packet that is copied: the media data around it is held against its hash.
    /// - Throws: `MovieError` with `damaged` where it is not as it was written.
    package func verifiedPacket(track: Int, sample: Int) throws -> Packet {
        let entry = index.tracks[track].samples[sample]
        guard try verify(at: entry.offset) != .damaged else { throw MovieError(path: file.path, reason: .damaged) }
        return try packet(track: track, sample: sample)
    }

    /// Holds the fragment with the media data at `offset` of the file against its hash. Each is read once.
    package func verify(at offset: Int64) throws -> Verification {
        let place = index.fragments.partitioningIndex { $0.media.upperBound > offset }
        guard place < index.fragments.count else { return .unknown }
        if let known = verifications.withLock({ $0[place] }) { return known }
        let verification = try verify(index.fragments[place])
        verifications.withLock { $0[place] = verification }
        return verification
    }

    private func verify(_ fragment: MovieIndex.Fragment) throws -> Verification {
        guard let hash = fragment.mediaHash else { return .unknown }
        return try file.digest(of: fragment.media) == hash ? .intact : .damaged
    }

    /// Whether all fragments that were held against their hashes so far have one.
    package var isVerified: Bool { !verifications.withLock { $0.values.contains(.unknown) } }

    /// Ranges of the movie that cannot be read, and those in which fragments that were read so far are damaged; ascending.
    package var damagedRanges: [TimeRange] {
        let damaged = verifications.withLock { $0.filter { $0.value == .damaged } }
            .map { index.fragments[$0.key].media }
        return (index.gaps.map(\.range) + damaged.compactMap { range(of: $0) }).sorted { $0.start < $1.start }
    }

    /// When the first sample of a fragment begins and the last ends.
    private func range(of media: Range<Int64>) -> TimeRange? {
        let times = index.tracks.flatMap { track in
            track.samples.filter { media.contains($0.offset) }.flatMap { sample in
                [sample.pts, sample.pts + sample.duration]
                    .compactMap { MediaTime(validating: $0, timescale: Int64(track.timescale)) }
            }
        }
        guard let start = times.min(), let end = times.max() else { return nil }
        return TimeRange(start: max(start, .zero), end: max(end, .zero))
    }

    /// The first bytes of a sample's data, or all of it where it is shorter.
    package func bytes(track: Int, sample: Int, first count: Int) throws(MovieError) -> [UInt8] {
        let entry = index.tracks[track].samples[sample]
        return try file.bytes(at: entry.offset, count: min(Int64(count), Int64(entry.size)))
    }
}

extension MovieReader {
    /// So many bytes hold all that stands before a keyframe's first slice: parameter sets, and what an encoder says of
    /// itself.
    private static let enough = 4096

    /// How a sample of an H.264 track begins, as far as its first slice; nil where it is not whole.
    package func beginning(track: Int, sample: Int, lengthSize: Int) -> AccessUnit? {
        // Who reads the sample is told why that cannot be done.
        guard let start = try? bytes(track: track, sample: sample, first: Self.enough) else { return nil }
        return AccessUnit(start: start, lengthSize: lengthSize)
    }

    /// The samples of a track at which decoding can begin, ascending.
    ///
    /// Containers call it a keyframe too where frames only begin to be refreshed, bit by bit: those of H.264 are not
    /// among them.
    package func keyframes(track: Int) -> [Int] {
        let samples = index.tracks[track].samples
        let keyframes = samples.indices.filter { samples[$0].isKeyframe }
        guard streams[track].parameters.codecName == "h264",
            let configuration = AVCConfiguration(streams[track].parameters.extradata)
        else { return keyframes }
        let lengthSize = configuration.lengthSize
        let intra = keyframes.filter {
            beginning(track: track, sample: $0, lengthSize: lengthSize)?.firstSlice.map(SliceStart.isIntra) ?? false
        }
        return intra.isEmpty ? keyframes : intra
    }
}

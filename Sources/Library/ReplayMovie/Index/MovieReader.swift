package import FFmpeg
package import Files
package import FoundationEssentials
package import H264
package import MediaTime
package import ReplayLibrary
import Synchronization
import Workers

/// An open movie of Replay: its index, the coding of its tracks, and random access to its packets.
package final class MovieReader: Sendable {
    package let index: MovieIndex
    /// The stream of each track of the index.
    package let streams: [StreamInfo]
    /// The movie's header as it was written: `ftyp` and `moov`.
    package let header: [UInt8]
    private let file: MovieFile
    /// The sandbox for a movie of another program. Nil if the movie is decoded in this process.
    private let sandbox: MovieSandbox?
    /// The size of the file when it was opened, in bytes.
    package var fileSize: Int64 { file.size }
    /// The results of verification, by the index of the fragment.
    private let verifications = Mutex<[Int: Verification]>([:])

    /// The result of comparing a fragment's media data with its hash.
    package enum Verification: Sendable {
        /// The media data is unchanged.
        case intact
        /// The media data differs from its hash.
        case damaged
        /// The fragment has no hash.
        case unknown
    }

    private init(
        index: MovieIndex, streams: [StreamInfo], header: [UInt8], file: MovieFile, sandbox: MovieSandbox?
    ) {
        self.index = index
        self.streams = streams
        self.header = header
        self.file = file
        self.sandbox = sandbox
    }

    /// Opens the movie `name` in `folder`.
    ///
    /// Damaged boxes are restored from their recovery records. Fragments that cannot be restored are left out.
    /// - Parameters:
    ///   - headerCopy: A copy of the header that was stored elsewhere, for a movie whose own header is damaged.
    ///   - knownStreams: The streams of a foreign movie with the header `headerCopy`, as JSON.
    ///   - isForeign: True if another program encoded the movie. It is decoded in a sandbox, unless this program is
    ///     used without Replay's others.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`, and the errors of a sandbox.
    package static func open(
        _ name: String, in folder: Directory, headerCopy: [UInt8]? = nil, knownStreams: Data? = nil,
        isForeign: Bool = false
    ) throws -> MovieReader {
        let path = folder.path + "/" + name
        let file = try MovieFile(try folder.openFile(name, mode: .readOnly, options: .nonBlocking), path: path)
        let scan = try MovieScan(file, headerCopy: headerCopy)
        var indexReader = MovieIndexReader(scan, fileSize: file.size)
        let index = indexReader.read()
        let start = try readableStart(of: file, scan)
        let known = headerCopy == scan.header.bytes ? knownStreams.flatMap(StreamInfo.decoded) : nil
        let sandbox = try (isForeign ? Worker.confined() : nil)
            .map { try MovieSandbox(header: start, path: path, program: $0, streams: known) }
        let streams =
            try sandbox?.streams ?? Demuxer.open(try IOContext(IOMemory(start), mode: .read), name: path).streams
        guard streams.count == index.tracks.count else { throw MovieError(path: path, reason: .damaged) }
        return MovieReader(
            index: index, streams: streams, header: scan.header.bytes, file: file, sandbox: sandbox)
    }

    /// Returns the header and the first fragments of a movie, at least 1 MiB if it has that much, as
    /// they were written. FFmpeg needs only these to find the streams. From the whole file, it would
    /// read the boxes of each fragment again.
    private static func readableStart(of file: MovieFile, _ scan: MovieScan) throws -> [UInt8] {
        var bytes = scan.header.bytes
        for fragment in scan.fragments where fragment.media.upperBound <= file.size {
            guard bytes.count < readableStartSize else { break }
            // Offsets are relative to the `moof`, at any position.
            let media = Box(
                type: "mdat",
                contents: try file.bytes(at: fragment.media.lowerBound, count: Int64(fragment.media.count))[...])
            bytes += try scan.boxes(of: fragment) + media.bytes
        }
        return bytes
    }

    private static let readableStartSize = 1 << 20

    /// Opens a decoder of a track, in the sandbox if the movie has one.
    /// - Parameters:
    ///   - threads: The maximum number of decoding threads.
    ///   - isCropped: True if frames are cropped to the displayed area. If false, they have the whole coded area.
    package func openDecoder(track: Int, threads: Int, isCropped: Bool) throws -> any PacketDecoder {
        let timeBase = index.tracks[track].timeBase
        guard let sandbox else {
            return try Decoder.open(
                streams[track].parameters, timeBase: timeBase, threads: threads, isCropped: isCropped)
        }
        return try sandbox.openDecoder(
            DecoderOrder(source: .track(track), timeBase: timeBase, threads: threads, isCropped: isCropped),
            of: streams[track])
    }

    /// Opens a decoder of an output's stream, which may have packets of this movie. It is in the sandbox if this movie
    /// has one.
    package func openDecoder(ofOutput stream: StreamInfo) throws -> any PacketDecoder {
        guard let sandbox else { return try Decoder.open(stream.parameters, timeBase: stream.timeBase) }
        return try sandbox.openDecoder(
            DecoderOrder(source: .described(stream), timeBase: stream.timeBase, threads: 1, isCropped: true),
            of: stream)
    }

    /// True if packets are decoded in a sandbox.
    package var isConfined: Bool { sandbox != nil }

    /// Ends the decoders in the sandbox, from any thread, even if one of them hangs. They throw an error.
    package func interrupt() { sandbox?.interrupt() }

    /// True if the first video track has a frame.
    package var hasFrames: Bool { index.videoTrack.map { !index.tracks[$0].samples.isEmpty } ?? false }

    /// The index of the camera's track, or nil if there is none with frames.
    package var cameraTrack: Int? {
        streams.indices.first { place in
            place != index.videoTrack && index.tracks[place].kind == .video && !index.tracks[place].samples.isEmpty
                && streams[place].title == MovieTrack.cameraTitle
        }
    }

    /// Returns the packet of a sample, with the sample's times in the track's ticks.
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

    /// Returns the packet of a sample after comparing its fragment's media data with the
    /// hash. Use it for packets that are copied.
    /// - Throws: `MovieError` with `damaged` if the media data differs from its hash.
    package func verifiedPacket(track: Int, sample: Int) throws -> Packet {
        let entry = index.tracks[track].samples[sample]
        guard try verify(at: entry.offset) != .damaged else { throw MovieError(path: file.path, reason: .damaged) }
        return try packet(track: track, sample: sample)
    }

    /// Compares the media data of the fragment at `offset` of the file with its hash. Each fragment is read once.
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

    /// True if every fragment that was compared so far has a hash.
    package var isVerified: Bool { !verifications.withLock { $0.values.contains(.unknown) } }

    /// The ranges that cannot be read, and the ranges of fragments known to be damaged, ascending.
    package var damagedRanges: [TimeRange] {
        let damaged = verifications.withLock { $0.filter { $0.value == .damaged } }
            .map { index.fragments[$0.key].media }
        return (index.gaps.map(\.range) + damaged.compactMap { range(of: $0) }).sorted { $0.start < $1.start }
    }

    /// Returns the range from the start of a fragment's first sample to the end of its last.
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

    /// Returns the first `count` bytes of a sample's data, or all of it if it is shorter.
    package func bytes(track: Int, sample: Int, first count: Int) throws(MovieError) -> [UInt8] {
        let entry = index.tracks[track].samples[sample]
        return try file.bytes(at: entry.offset, count: min(Int64(count), Int64(entry.size)))
    }
}

extension MovieReader {
    /// The number of bytes that contain everything before a keyframe's first slice:
    /// parameter sets and the encoder's SEI.
    private static let enough = 4096

    /// Returns the beginning of a sample of an H.264 track, up to its first slice, or nil if it is incomplete.
    package func beginning(track: Int, sample: Int, lengthSize: Int) -> AccessUnit? {
        // The error is reported when the sample itself is read.
        guard let start = try? bytes(track: track, sample: sample, first: Self.enough) else { return nil }
        return AccessUnit(start: start, lengthSize: lengthSize)
    }

    /// Returns the samples of a track at which decoding can begin, ascending.
    ///
    /// Containers also mark H.264 frames at which a gradual intra refresh begins. These are
    /// left out, unless there are no others.
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

package import FFmpeg
package import Files
import MediaTime
import ReplayLibrary

/// A reader of a movie that a recorder is still writing. It returns the packets of each fragment when all of the
/// fragment is in the file. A movie in parts is read part by part. Use it from one thread at a time.
package final class MovieFollower {
    /// A sample that was not read yet.
    private struct Entry {
        let file: MovieFile
        let part: MoviePart?
        let track: Int
        let sample: MovieIndex.Sample
        /// The offset of the fragment's `moof` box.
        let fragment: Int64
    }

    /// The stream of each track.
    package let streams: [StreamInfo]
    private let folder: Directory
    private var source: FollowedFile
    /// The end of the last complete box.
    private var position: Int64
    private var entries: [Entry] = []
    /// The index of the next entry in `entries`.
    private var next = 0
    private let video: Int?
    /// The part and the fragment of the last keyframe of the screen that was read or dropped.
    private var keyframe: (part: MoviePart?, fragment: Int64)?
    /// The decoding time of the last frame that counts as sent; frames up to it are not counted as dropped.
    private var lastFrame: Int64
    /// The decoding time of the last frame that was read, in nanoseconds.
    private var lastRead = Int64.min

    /// The packets that were dropped to begin with a keyframe.
    package struct Omission {
        /// The number of frames of the screen that were not read before.
        package fileprivate(set) var frames = 0
        /// True if packets were dropped.
        package fileprivate(set) var isGap = false
    }

    /// The place of a reader in the movie, from which another one can continue.
    package struct Place: Sendable {
        /// The part with that fragment; nil if the movie is one file.
        let part: MoviePart?
        /// The offset of the fragment with the last keyframe.
        let fragment: Int64
        /// The decoding time of the last video frame, in ticks of its track.
        let lastFrame: Int64
    }

    /// Opens the movie `name` in `folder`, whose header is complete, or its parts if there is no such file.
    /// - Parameter place: The place of another reader to continue from; nil for the movie's beginning.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    package init(_ name: String, in folder: Directory, after place: Place? = nil) throws {
        self.folder = folder
        let part = folder.contains(name) ? nil : try FollowedFile.firstPart(from: place?.part?.number ?? 0, in: folder)
        source = try part ?? FollowedFile(name, in: folder)
        let isThere = place != nil && place?.part == source.part
        position = (isThere ? place?.fragment : nil) ?? source.header.end
        lastFrame = place?.lastFrame ?? .min
        let header = try IOContext(IOMemory(source.header.bytes), mode: .read)
        streams = try Demuxer.open(header, name: source.file.path).streams
        video = source.header.contents.tracks.firstIndex { $0.kind == .video }
        try check(source)
    }

    /// Checks that a file has the tracks of the streams.
    private func check(_ source: FollowedFile) throws(MovieError) {
        guard source.header.contents.tracks.count == streams.count else {
            throw MovieError(path: source.file.path, reason: .damaged)
        }
    }

    /// Reads the boxes of the fragments that were completed since the last call.
    /// - Parameter skipsToKeyframe: True to drop everything before the newest keyframe of the screen. Audio of frames that
    ///   were read stays, and so do the audio packets that the keyframe interrupts.
    /// - Returns: The packets that were dropped.
    @discardableResult
    package func update(skippingToKeyframe skipsToKeyframe: Bool = false) throws -> Omission {
        var omission = Omission()
        if next > 0 {
            entries.removeSubrange(..<next)
            next = 0
        }
        repeat {
            // The recorder completes a part before it begins the next one.
            let part = try nextPart()
            let current = try MovieFile(source.file.file, path: source.file.path)
            while try step(in: current) { if skipsToKeyframe { dropBeforeKeyframe(&omission) } }
            guard let part else { break }
            if part.part != source.part?.next { dropBeforeGap(&omission) }
            (source, position) = (part, part.header.end)
        } while true
        if skipsToKeyframe { dropBeforeKeyframe(&omission) }
        return omission
    }

    /// Drops what was not read before the recorder removed parts, so that the next part's keyframe comes first.
    private func dropBeforeGap(_ omission: inout Omission) {
        omission.isGap = true
        omission.frames += entries.count { $0.track == video && $0.sample.dts > lastFrame }
        entries.forEach { note($0) }
        entries = []
    }

    /// Returns the part after the one that is being read; nil if there is none.
    private func nextPart() throws -> FollowedFile? {
        guard let part = source.part, let next = try FollowedFile.firstPart(from: part.number + 1, in: folder) else {
            return nil
        }
        try check(next)
        return next
    }

    /// Passes the box at `position`.
    /// - Returns: False if it is not complete yet.
    private func step(in file: MovieFile) throws(MovieError) -> Bool {
        guard let (type, size) = try file.boxHeader(at: position), position + size <= file.size else { return false }
        guard type == "moof" else {
            position += size
            return true
        }
        let start = position + size
        guard let (next, mediaSize) = try file.boxHeader(at: start), next == "mdat", start + mediaSize <= file.size
        else { return false }
        let bytes = try file.bytes(at: position, count: size)
        if let moof = Box.sequence(in: bytes[...]).first { append(moof) }
        position = start + mediaSize
        return true
    }

    private func append(_ moof: Box) {
        var added: [Entry] = []
        for traf in moof.children where traf.type == "traf" {
            guard let fragment = TrackFragment(traf: traf, moofOffset: position, header: source.header.contents),
                let track = source.header.contents.tracks.firstIndex(where: { $0.id == fragment.trackID })
            else { continue }
            added += fragment.samples.map {
                Entry(file: source.file, part: source.part, track: track, sample: $0, fragment: position)
            }
        }
        // Each track's samples follow each other in the fragment. A stream needs them in the order of their times.
        entries += added.enumerated().sorted { first, second in
            let (left, right) = (time(of: first.element), time(of: second.element))
            return left == right ? first.offset < second.offset : left < right
        }.map(\.element)
    }

    /// The decoding time of a sample in nanoseconds, to compare samples of different tracks.
    private func time(of entry: Entry) -> Int64 { nanoseconds(entry.sample.dts, of: entry) }

    private func end(of entry: Entry) -> Int64 { nanoseconds(entry.sample.dts + entry.sample.duration, of: entry) }

    private func nanoseconds(_ time: Int64, of entry: Entry) -> Int64 {
        Int64(Int128(time) * 1_000_000_000 / Int128(source.header.contents.tracks[entry.track].timescale))
    }

    private func dropBeforeKeyframe(_ omission: inout Omission) {
        guard let keyframe = entries[next...].lastIndex(where: { $0.track == video && $0.sample.isKeyframe }) else {
            return
        }
        let passed = entries[next..<keyframe]
        omission.frames += passed.count { $0.track == video && $0.sample.dts > lastFrame }
        passed.forEach { note($0) }
        let start = time(of: entries[keyframe])
        let kept = passed.filter { $0.track != video && (end(of: $0) > start || time(of: $0) < lastRead) }
        if kept.count < passed.count { omission.isGap = true }
        entries.replaceSubrange(..<keyframe, with: kept)
        next = 0
    }

    /// Returns the next packet, with its times in ticks of its stream; nil if no further fragment is complete.
    /// - Throws: `MovieError`.
    package func read() throws -> Packet? {
        guard next < entries.count else { return nil }
        let entry = entries[next]
        next += 1
        note(entry)
        if entry.track == video { lastRead = time(of: entry) }
        var packet = try Packet(size: Int(entry.sample.size)) { try entry.file.read($0, at: entry.sample.offset) }
        packet.streamIndex = entry.track
        (packet.pts, packet.dts) = (entry.sample.pts, entry.sample.dts)
        packet.duration = entry.sample.duration
        packet.isKeyframe = entry.sample.isKeyframe
        return packet
    }

    private func note(_ entry: Entry) {
        guard entry.track == video else { return }
        lastFrame = max(lastFrame, entry.sample.dts)
        if entry.sample.isKeyframe { keyframe = (entry.part, entry.fragment) }
    }

    /// The place of the last keyframe that was read or dropped; nil if there was none.
    package var place: Place? {
        keyframe.map { Place(part: $0.part, fragment: $0.fragment, lastFrame: lastFrame) }
    }

    /// The time from the next packet to the newest one in nanoseconds.
    package var backlog: Int64 {
        guard next < entries.count, let last = entries.last else { return 0 }
        return max(0, time(of: last) - time(of: entries[next]))
    }

    /// True if the movie's recording is being written.
    package var isGrowing: Bool { RecordingLock.isHeld(in: folder) }
}

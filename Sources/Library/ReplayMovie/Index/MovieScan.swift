import MediaTime
import ReplayLibrary

/// The pieces of a fragmented movie as they lie in its file, damaged or not: its header, its fragments, and what could be
/// read as neither.
///
/// It steps from box to box. Where the boxes end to make sense it looks for the next piece that can be read: by the
/// recovery record behind it, or by a `moof` that is true to itself.
struct MovieScan {
    /// A fragment, its boxes as they were written.
    struct Fragment {
        /// Where its `moof` begins in the file.
        let offset: Int64
        /// The `moof` as it was written, of a fragment whose boxes are damaged in the file; it was taken from its recovery
        /// record. nil: as it stands in the file.
        let restoredBoxes: [UInt8]?
        let tracks: [TrackFragment]
        /// Where its media data lies in the file. Its end may lie beyond the file's, as after a crash.
        let media: Range<Int64>
        /// The hash of the media data; nil where the fragment has no recovery record.
        let mediaHash: [UInt8]?
        /// Whether its boxes are damaged in the file.
        var isRestored: Bool { restoredBoxes != nil }
        /// Whether something that may have been a fragment was passed over before it.
        var followsGap = false
    }

    /// Bytes that could not be read.
    struct Skipped {
        let range: Range<Int64>
        /// Whether they are a damaged recovery record: no frame is lost with it.
        let isRecord: Bool
    }

    let header: FoundHeader
    private(set) var fragments: [Fragment] = []
    /// Bytes in the file, between readable pieces, that could not be read.
    private(set) var skipped: [Skipped] = []
    /// Where the last readable piece ends.
    private(set) var wholeEnd: Int64 = 0
    /// Whether a fragment follows that ends beyond the file's end.
    private(set) var isTorn = false

    /// Whether boxes are damaged that could be read from their copies, or bytes were passed over.
    var isDamaged: Bool { header.isRestored || !skipped.isEmpty || fragments.contains(where: \.isRestored) }

    /// The `moof` of a fragment, as it was written.
    func boxes(of fragment: Fragment) throws(MovieError) -> [UInt8] {
        if let boxes = fragment.restoredBoxes { return boxes }
        let size = fragment.media.lowerBound - Box.headerSize - fragment.offset
        return try file.bytes(at: fragment.offset, count: size)
    }

    /// The start of a `free` box that covers what follows the last readable piece.
    func tornCover(in file: MovieFile) -> [UInt8] {
        Box.header("free", size: max(file.size - wholeEnd, Box.headerSize))
    }

    private let file: MovieFile
    /// Behind it there is no recovery record.
    private var recordLimit: Int64
    private var followsGap = false
    /// How often something may yet turn out to be no piece that looks like one: bytes made for it cost no more time.
    private var attempts = 10_000

    /// More than any `moof` of ours needs; a larger one is not believed.
    private static let maxBoxSize: Int64 = 64 << 20
    /// Boxes beside those of fragments that may stand in a movie and say nothing that is needed.
    private static let ignoredTypes: Set<FourCC> = [
        "free", "skip", "wide", "uuid", "styp", "sidx", "ssix", "prft", "emsg", "mfra", "ftyp", "moov", "mdat", "meta",
    ]

    /// - Parameter headerCopy: the header, as it was noted when the movie was begun; nil: it was not.
    /// - Throws: `MovieError` where there is no header that can be read, nor a copy of one.
    init(_ file: MovieFile, headerCopy: [UInt8]?) throws(MovieError) {
        self.file = file
        recordLimit = file.size
        guard let found = try FoundHeader.find(in: file, copy: headerCopy) else {
            throw MovieError(path: file.path, reason: .noHeader)
        }
        header = found
        wholeEnd = found.end
        try readFragments()
    }

    private mutating func readFragments() throws(MovieError) {
        var position = wholeEnd
        while position < file.size {
            if let (fragment, end) = try fragment(at: position) {
                add(fragment)
                position = end
            } else if let (type, end) = try ignoredBox(at: position) {
                // A repair puts it in place of what could not be read.
                if type == "free" { followsGap = true }
                position = end
            } else if let (fragment, end) = try nextFragment(from: position) {
                skip(position..<fragment.offset, isRecord: try file.isRecord(at: position))
                add(fragment)
                position = end
            } else {
                if let torn = try tornFragment(at: position) { add(torn) }
                isTorn = true
                return dropMisplaced()
            }
            wholeEnd = position
        }
        dropMisplaced()
    }

    /// Passes over fragments whose times are damaged: they are not in order, and no recovery record tells what they were.
    private mutating func dropMisplaced() {
        var place = 1
        while place < fragments.count {
            guard fragments[place - 1].isLater(than: fragments[place]) else {
                place += 1
                continue
            }
            let misplaced = misplaced(of: place - 1, place)
            guard fragments[misplaced].mediaHash == nil else { return }
            let range = fragments[misplaced].offset..<fragments[misplaced].media.upperBound
            skipped.append(Skipped(range: range, isRecord: false))
            fragments.remove(at: misplaced)
            if misplaced < fragments.count { fragments[misplaced].followsGap = true }
            place = max(1, place - 1)
        }
    }

    /// Which of two fragments that are not in order has the wrong time: the second, where the first goes with what follows.
    private func misplaced(of first: Int, _ second: Int) -> Int {
        if fragments[first].mediaHash != nil { return second }
        if second + 1 < fragments.count {
            return fragments[first].isLater(than: fragments[second + 1]) ? first : second
        }
        return first > 0 && fragments[first - 1].isLater(than: fragments[second]) ? second : first
    }

    private mutating func add(_ fragment: Fragment) {
        fragments.append(fragment)
        fragments[fragments.count - 1].followsGap = followsGap
        followsGap = false
    }

    private mutating func skip(_ range: Range<Int64>, isRecord: Bool) {
        guard !range.isEmpty else { return }
        skipped.append(Skipped(range: range, isRecord: isRecord))
        followsGap = !isRecord
    }
}

// MARK: - Fragments

extension MovieScan {
    /// The fragment that begins at `position`, and where what belongs to it ends; nil where there is none that can be
    /// believed.
    private func fragment(at position: Int64) throws(MovieError) -> (Fragment, end: Int64)? {
        guard let (type, size) = try file.boxHeader(at: position), type == "moof", size <= Self.maxBoxSize,
            position + size <= file.size
        else { return nil }
        let bytes = try file.bytes(at: position, count: size)
        guard let (type, boxSize) = try file.boxHeader(at: position + size), type == "mdat" else { return nil }
        let start = position + size + Box.headerSize
        let mediaSize = boxSize - Box.headerSize
        let tracks = Box.sequence(in: bytes[...]).first.flatMap { self.tracks(of: $0, at: position) }
        let length = tracks.flatMap { Self.mediaLength(of: $0, at: start) }
        for length in [mediaSize, length ?? mediaSize] {
            if let (record, end) = try file.record(at: start + length), record.offset == position,
                record.media == start..<start + length
            {
                let isRestored = record.boxes != bytes || length != mediaSize
                return fragment(record, isRestored: isRestored).map { ($0, end) }
            }
        }
        guard let tracks, let length else { return nil }
        let media = start..<start + length
        guard media.upperBound <= file.size else { return nil }
        // The samples are believed where the size of `mdat` is not.
        if media.upperBound != start + mediaSize, try !isBox(at: media.upperBound) { return nil }
        let fragment = Fragment(
            offset: position, restoredBoxes: length == mediaSize ? nil : bytes, tracks: tracks, media: media,
            mediaHash: nil)
        return (fragment, media.upperBound)
    }

    /// The first fragment from `position` on that can be read, and where what belongs to it ends.
    private mutating func nextFragment(from position: Int64) throws(MovieError) -> (Fragment, end: Int64)? {
        let recorded = try nextRecorded(from: position)
        var start = position
        let limit = recorded?.0.offset ?? file.size
        while attempts > 0, let found = try file.first(Array("moof".utf8), in: start..<limit) {
            attempts -= 1
            if found - 4 > position, let fragment = try fragment(at: found - 4) { return fragment }
            start = found + 1
        }
        return recorded
    }

    /// The first fragment from `position` on that has a recovery record.
    private mutating func nextRecorded(from position: Int64) throws(MovieError) -> (Fragment, end: Int64)? {
        var start = position
        while attempts > 0, start < recordLimit,
            let found = try file.first(RecoveryRecord.identifier, in: start..<recordLimit)
        {
            attempts -= 1
            // The identifier follows the box's size and type.
            if let (record, end) = try file.record(at: found - 8), record.offset >= position,
                record.media.upperBound <= found,
                let fragment = fragment(record, isRestored: true)
            {
                return (fragment, end)
            }
            start = found + 1
        }
        recordLimit = min(recordLimit, position)
        return nil
    }

    private func fragment(_ record: RecoveryRecord, isRestored: Bool) -> Fragment? {
        guard let moof = Box.sequence(in: record.boxes[...]).first, moof.type == "moof",
            let tracks = tracks(of: moof, at: record.offset)
        else { return nil }
        return Fragment(
            offset: record.offset, restoredBoxes: isRestored ? record.boxes : nil, tracks: tracks, media: record.media,
            mediaHash: record.mediaHash)
    }

    /// The last fragment of a file that ends within its media data.
    private func tornFragment(at position: Int64) throws(MovieError) -> Fragment? {
        guard let (type, size) = try file.boxHeader(at: position), type == "moof", size <= Self.maxBoxSize,
            position + size < file.size
        else { return nil }
        let bytes = try file.bytes(at: position, count: size)
        guard let tracks = Box.sequence(in: bytes[...]).first.flatMap({ self.tracks(of: $0, at: position) }),
            let (next, mediaSize) = try file.boxHeader(at: position + size), next == "mdat"
        else { return nil }
        let media = position + size + Box.headerSize..<position + size + max(mediaSize, Box.headerSize)
        guard media.upperBound > file.size else { return nil }
        return Fragment(
            offset: position, restoredBoxes: nil, tracks: tracks, media: media, mediaHash: nil)
    }

    /// The samples of a fragment's tracks; nil where its boxes make no sense.
    private func tracks(of moof: Box, at offset: Int64) -> [TrackFragment]? {
        let tracks = moof.children.filter { $0.type == "traf" }
            .map { TrackFragment(traf: $0, moofOffset: offset, header: header.contents) }
        let known = tracks.compactMap(\.self).filter(hasCredibleTimes)
        return known.count == tracks.count && Set(known.map(\.trackID)).count == known.count ? known : nil
    }

    /// Whether all samples of a track have times that can be: damaged ones may lie centuries away.
    private func hasCredibleTimes(_ fragment: TrackFragment) -> Bool {
        guard let timescale = header.contents.tracks.first(where: { $0.id == fragment.trackID })?.timescale else {
            return false
        }
        // A fragment of ours is far shorter than what its last sample may be away from the limit.
        let limit = Int64(timescale) * (MediaTime.limit / 2)
        return fragment.samples.allSatisfy { abs($0.pts) < limit && abs($0.dts) < limit }
    }

    /// Bytes of media data that a fragment without recovery record has, by its samples, which fill it from its start to
    /// its end; nil where they do not.
    private static func mediaLength(of tracks: [TrackFragment], at start: Int64) -> Int64? {
        let samples = tracks.flatMap(\.samples).sorted { ($0.offset, $0.size) < ($1.offset, $1.size) }
        guard samples.first?.offset == start,
            zip(samples, samples.dropFirst()).allSatisfy({ $0.offset + Int64($0.size) == $1.offset })
        else { return nil }
        return samples.reduce(0) { $0 + Int64($1.size) }
    }
}

extension MovieScan.Fragment {
    /// Whether samples of a track here are decoded after those of the same track there.
    fileprivate func isLater(than next: Self) -> Bool {
        tracks.contains { track in
            guard let first = track.samples.first,
                let other = next.tracks.first(where: { $0.trackID == track.trackID })?.samples.first
            else { return false }
            return first.dts > other.dts
        }
    }
}

// MARK: - Other boxes

extension MovieScan {
    /// Where a box ends that says nothing that is needed; nil where there is none, or not whole.
    private func ignoredBox(at position: Int64) throws(MovieError) -> (FourCC, end: Int64)? {
        guard let (type, size) = try file.boxHeader(at: position), Self.ignoredTypes.contains(type) else { return nil }
        // A damaged record, whose size need not be true.
        if type == "uuid", try file.record(at: position) == nil, try file.isRecord(at: position) { return nil }
        let end = position + size
        // Its size is believed where another box follows.
        return try isBox(at: end) ? (type, end) : nil
    }

    /// Whether the file ends at `position`, or a box begins there that may follow a fragment.
    private func isBox(at position: Int64) throws(MovieError) -> Bool {
        guard position < file.size else { return position == file.size }
        guard let (type, _) = try file.boxHeader(at: position) else { return false }
        return type == "moof" || Self.ignoredTypes.contains(type)
    }
}

import MediaTime

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
        /// The `moof`.
        let boxes: [UInt8]
        let tracks: [TrackFragment]
        /// Where its media data lies in the file. Its end may lie beyond the file's, as after a crash.
        let media: Range<Int64>
        /// The hash of the media data; nil where the fragment has no recovery record.
        let mediaHash: [UInt8]?
        /// Whether its boxes are damaged in the file, and were taken from its recovery record.
        let isRestored: Bool
        /// Whether something that may have been a fragment was passed over before it.
        var followsGap = false
    }

    /// Bytes that could not be read.
    struct Skipped {
        let range: Range<Int64>
        /// Whether they are a damaged recovery record: no frame is lost with it.
        let isRecord: Bool
    }

    /// The movie's header as it was written: `ftyp` and `moov`.
    let headerBytes: [UInt8]
    let header: MovieHeader
    /// Where it ends in the file.
    let headerEnd: Int64
    /// Whether the file begins otherwise.
    let isHeaderRestored: Bool
    private(set) var fragments: [Fragment] = []
    /// Bytes in the file, between readable pieces, that could not be read.
    private(set) var skipped: [Skipped] = []
    /// Where the last readable piece ends.
    private(set) var wholeEnd: Int64 = 0
    /// Whether a fragment follows that ends beyond the file's end.
    private(set) var isTorn = false

    /// Whether boxes are damaged that could be read from their copies, or bytes were passed over.
    var isDamaged: Bool { isHeaderRestored || !skipped.isEmpty || fragments.contains(where: \.isRestored) }

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

    /// More than any header of ours needs; a larger one is not believed.
    private static let maxHeaderSize: Int64 = 64 << 20
    /// A header is looked for this far into the file.
    private static let headerSearchLimit: Int64 = 1 << 20
    /// Boxes beside those of fragments that may stand in a movie and say nothing that is needed.
    private static let ignoredTypes: Set<FourCC> = [
        "free", "skip", "wide", "uuid", "styp", "sidx", "ssix", "prft", "emsg", "mfra", "ftyp", "moov", "mdat", "meta",
    ]

    /// - Parameter headerCopy: the header, as it was noted when the movie was begun; nil: it was not.
    /// - Throws: `MovieError` where there is no header that can be read, nor a copy of one.
    init(_ file: MovieFile, headerCopy: [UInt8]?) throws(MovieError) {
        self.file = file
        recordLimit = file.size
        guard let found = try Self.findHeader(file, copy: headerCopy) else {
            throw MovieError(path: file.path, reason: .noHeader)
        }
        (headerBytes, header, isHeaderRestored, headerEnd) = (found.bytes, found.header, found.isRestored, found.end)
        wholeEnd = headerEnd
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
                skip(position..<fragment.offset, isRecord: try isRecord(at: position))
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
        guard let (type, size) = try file.boxHeader(at: position), type == "moof", size <= Self.maxHeaderSize,
            position + size <= file.size
        else { return nil }
        let bytes = try file.bytes(at: position, count: size)
        guard let (type, boxSize) = try file.boxHeader(at: position + size), type == "mdat" else { return nil }
        let start = position + size + Box.headerSize
        let mediaSize = boxSize - Box.headerSize
        let tracks = Box.sequence(in: bytes[...]).first.flatMap { self.tracks(of: $0, at: position) }
        let length = tracks.flatMap { Self.mediaLength(of: $0, at: start) }
        for length in [mediaSize, length ?? mediaSize] {
            if let (record, end) = try record(at: start + length), record.offset == position,
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
            offset: position, boxes: bytes, tracks: tracks, media: media, mediaHash: nil,
            isRestored: length != mediaSize)
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
            if let (record, end) = try record(at: found - 8), record.offset >= position,
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
            offset: record.offset, boxes: record.boxes, tracks: tracks, media: record.media,
            mediaHash: record.mediaHash, isRestored: isRestored)
    }

    /// The last fragment of a file that ends within its media data.
    private func tornFragment(at position: Int64) throws(MovieError) -> Fragment? {
        guard let (type, size) = try file.boxHeader(at: position), type == "moof", size <= Self.maxHeaderSize,
            position + size < file.size
        else { return nil }
        let bytes = try file.bytes(at: position, count: size)
        guard let tracks = Box.sequence(in: bytes[...]).first.flatMap({ self.tracks(of: $0, at: position) }),
            let (next, mediaSize) = try file.boxHeader(at: position + size), next == "mdat"
        else { return nil }
        let media = position + size + Box.headerSize..<position + size + max(mediaSize, Box.headerSize)
        guard media.upperBound > file.size else { return nil }
        return Fragment(
            offset: position, boxes: bytes, tracks: tracks, media: media, mediaHash: nil, isRestored: false)
    }

    /// The samples of a fragment's tracks; nil where its boxes make no sense.
    private func tracks(of moof: Box, at offset: Int64) -> [TrackFragment]? {
        let tracks = moof.children.filter { $0.type == "traf" }
            .map { TrackFragment(traf: $0, moofOffset: offset, header: header) }
        let known = tracks.compactMap(\.self).filter(hasCredibleTimes)
        return known.count == tracks.count && Set(known.map(\.trackID)).count == known.count ? known : nil
    }

    /// Whether all samples of a track have times that can be: damaged ones may lie centuries away.
    private func hasCredibleTimes(_ fragment: TrackFragment) -> Bool {
        guard let timescale = header.tracks.first(where: { $0.id == fragment.trackID })?.timescale else { return false }
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
        if type == "uuid", try record(at: position) == nil, try isRecord(at: position) { return nil }
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

    /// The recovery record that begins at `position`, and where it ends.
    private func record(at position: Int64) throws(MovieError) -> (RecoveryRecord, end: Int64)? {
        try Self.record(file, at: position)
    }

    private static func record(
        _ file: MovieFile, at position: Int64
    ) throws(MovieError) -> (RecoveryRecord, end: Int64)? {
        guard position >= 0, let (type, size) = try file.boxHeader(at: position), type == "uuid",
            size <= Int64(RecoveryRecord.maxSize), position + size <= file.size,
            let record = RecoveryRecord(try file.bytes(at: position, count: size))
        else { return nil }
        return (record, position + size)
    }

    /// Whether a recovery record begins at `position`, even where it is damaged.
    private func isRecord(at position: Int64) throws(MovieError) -> Bool {
        guard position + 24 <= file.size else { return false }
        let start = try file.bytes(at: position, count: 24)
        return start[4..<8].elementsEqual("uuid".utf8) || start[8...].elementsEqual(RecoveryRecord.identifier)
    }
}

// MARK: - The header

extension MovieScan {
    /// The header of a movie, without a look at its fragments; nil where none can be read.
    static func headerBytes(of file: MovieFile) throws(MovieError) -> [UInt8]? { try findHeader(file, copy: nil)?.bytes }

    private typealias Header = (bytes: [UInt8], header: MovieHeader, isRestored: Bool, end: Int64)

    /// The header as it stands, as its recovery record has it, as it was noted elsewhere, or as far as it can be made out.
    private static func findHeader(_ file: MovieFile, copy: [UInt8]?) throws(MovieError) -> Header? {
        let plain = try plainHeader(file)
        if let plain, let (record, _) = try record(file, at: plain.end), record.isHeader, record.boxes == plain.bytes {
            return plain
        }
        if let recorded = try recordedHeader(file) { return recorded }
        if let plain { return plain }
        if let copy, let header = header(in: copy) { return (copy, header, true, Int64(copy.count)) }
        return try scatteredHeader(file)
    }

    private static func header(in bytes: [UInt8]) -> MovieHeader? {
        Box.sequence(in: bytes[...]).first { $0.type == "moov" }.flatMap { MovieHeader(moov: $0) }
    }

    /// The header where its boxes are as they should be.
    private static func plainHeader(_ file: MovieFile) throws(MovieError) -> Header? {
        var position: Int64 = 0
        while let (type, size) = try file.boxHeader(at: position), position + size <= file.size {
            position += size
            guard type == "moov" else { continue }
            guard position <= maxHeaderSize else { return nil }
            let bytes = try file.bytes(at: 0, count: position)
            return header(in: bytes).map { (bytes, $0, false, position) }
        }
        return nil
    }

    private static func recordedHeader(_ file: MovieFile) throws(MovieError) -> Header? {
        let limit = min(file.size, headerSearchLimit)
        var start: Int64 = 0
        while let found = try file.first(RecoveryRecord.identifier, in: start..<limit) {
            if let (record, _) = try record(file, at: found - 8), record.isHeader, let header = header(in: record.boxes)
            {
                return (record.boxes, header, true, record.media.lowerBound)
            }
            start = found + 1
        }
        return nil
    }

    /// The header of a movie without records, where only the boxes around the tracks' descriptions are damaged.
    private static func scatteredHeader(_ file: MovieFile) throws(MovieError) -> Header? {
        let limit = min(file.size, headerSearchLimit)
        // The first box within `moov`; its size stands before its type.
        guard let found = try file.first(Array("mvhd".utf8), in: 0..<limit), found >= 4 else { return nil }
        let start = found - 4
        let boxes = Box.sequence(in: try file.bytes(at: start, count: limit - start)[...])
            .prefix { ["mvhd", "trak", "mvex", "udta"].contains($0.type) }
        let moov = Box(type: "moov", contents: boxes.flatMap(\.bytes)[...])
        guard let header = MovieHeader(moov: moov) else { return nil }
        return (fileType.bytes + moov.bytes, header, true, start + Int64(moov.contents.count))
    }

    /// What a movie of ours begins with.
    private static var fileType: Box {
        Box(type: "ftyp", contents: Array("iso5\u{0}\u{0}\u{2}\u{0}iso5iso6mp41".utf8)[...])
    }
}

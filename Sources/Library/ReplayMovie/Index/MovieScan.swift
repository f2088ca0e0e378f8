import MediaTime
import ReplayLibrary

/// The readable parts of a fragmented movie, which may be damaged: its header and its
/// fragments, and the bytes that are neither.
///
/// The scan goes from box to box. If the boxes are invalid, it searches the next readable fragment by its recovery
/// record, which follows it, or by a self-consistent `moof`.
struct MovieScan {
    /// A fragment with its boxes as they were written.
    struct Fragment {
        /// The offset of the `moof` in the file.
        let offset: Int64
        /// The `moof` from the recovery record, if the boxes in the file are damaged; nil if they are intact.
        let restoredBoxes: [UInt8]?
        let tracks: [TrackFragment]
        /// The range of the media data in the file. After a crash it may end beyond the end of the file.
        let media: Range<Int64>
        /// The hash of the media data, or nil if the fragment has no recovery record.
        let mediaHash: [UInt8]?
        /// True if the fragment's boxes are damaged in the file.
        var isRestored: Bool { restoredBoxes != nil }
        /// True if skipped bytes before this fragment may have been a fragment.
        var followsGap = false
    }

    /// Bytes that could not be read.
    struct Skipped {
        let range: Range<Int64>
        /// True if the bytes are a damaged recovery record, so that no frame is lost.
        let isRecord: Bool
    }

    let header: FoundHeader
    private(set) var fragments: [Fragment] = []
    /// The unreadable bytes between readable parts.
    private(set) var skipped: [Skipped] = []
    /// The end of the last readable part, in bytes.
    private(set) var wholeEnd: Int64 = 0
    /// True if the last fragment ends beyond the end of the file.
    private(set) var isTorn = false

    /// True if damaged boxes were restored from their copies, or if bytes were skipped.
    var isDamaged: Bool { header.isRestored || !skipped.isEmpty || fragments.contains(where: \.isRestored) }

    /// Returns the `moof` of a fragment as it was written.
    func boxes(of fragment: Fragment) throws(MovieError) -> [UInt8] {
        if let boxes = fragment.restoredBoxes { return boxes }
        let size = fragment.media.lowerBound - Box.headerSize - fragment.offset
        return try file.bytes(at: fragment.offset, count: size)
    }

    /// Returns the header of a `free` box that covers everything after the last readable part.
    func tornCover(in file: MovieFile) -> [UInt8] {
        Box.header("free", size: max(file.size - wholeEnd, Box.headerSize))
    }

    private let file: MovieFile
    /// The offset from which on there are no recovery records.
    private var recordLimit: Int64
    private var followsGap = false
    /// The number of false candidates that are still allowed. It limits the time that a crafted file can cost.
    private var attempts = 10_000

    /// The largest accepted size of a `moof`, in bytes. Replay writes none that is larger.
    private static let maxBoxSize: Int64 = 64 << 20
    /// The types of boxes that may be skipped because they contain nothing that is needed.
    private static let ignoredTypes: Set<FourCC> = [
        "free", "skip", "wide", "uuid", "styp", "sidx", "ssix", "prft", "emsg", "mfra", "ftyp", "moov", "mdat", "meta",
    ]

    /// Scans a movie.
    /// - Parameter headerCopy: A copy of the header from the start of the recording, or nil.
    /// - Throws: `MovieError`, with `noHeader` if neither the header nor a copy of it can be read.
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
                // A repair replaces unreadable bytes by a `free` box.
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

    /// Drops fragments with damaged times: they are out of order, and have no recovery record with the right times.
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

    /// Returns which of two fragments that are out of order has the wrong time, judged by the fragments around them.
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
    /// Returns the fragment at `position` and the end of its boxes, or nil if there is no consistent fragment.
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
        // If the samples and the size of `mdat` disagree, a record shows which of them is right.
        var lengths = [mediaSize]
        if let length, length != mediaSize { lengths.append(length) }
        for length in lengths {
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
        // If the samples and the size of `mdat` disagree, the samples are right if a box follows them.
        if media.upperBound != start + mediaSize, try !isBox(at: media.upperBound) { return nil }
        let fragment = Fragment(
            offset: position, restoredBoxes: length == mediaSize ? nil : bytes, tracks: tracks, media: media,
            mediaHash: nil)
        return (fragment, media.upperBound)
    }

    /// Returns the first readable fragment from `position` on and the end of its boxes.
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

    /// Returns the first fragment from `position` on that has a recovery record.
    private mutating func nextRecorded(from position: Int64) throws(MovieError) -> (Fragment, end: Int64)? {
        var start = position
        while attempts > 0, start < recordLimit,
            let found = try file.first(RecoveryRecord.identifier, in: start..<recordLimit)
        {
            attempts -= 1
            // The identifier follows the size and the type of the box.
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

    /// Returns the last fragment of a file that ends within the fragment's media data.
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

    /// Returns the samples of a fragment's tracks, or nil if its boxes are inconsistent.
    private func tracks(of moof: Box, at offset: Int64) -> [TrackFragment]? {
        let tracks = moof.children.filter { $0.type == "traf" }
            .map { TrackFragment(traf: $0, moofOffset: offset, header: header.contents) }
        let known = tracks.compactMap(\.self).filter(hasCredibleTimes)
        return known.count == tracks.count && Set(known.map(\.trackID)).count == known.count ? known : nil
    }

    /// Returns true if all samples of a track have possible times. Damaged times may be centuries away.
    private func hasCredibleTimes(_ fragment: TrackFragment) -> Bool {
        guard let timescale = header.contents.tracks.first(where: { $0.id == fragment.trackID })?.timescale else {
            return false
        }
        // The limit is halved, because a fragment is far shorter than the other half.
        let limit = Int64(timescale) * (MediaTime.limit / 2)
        return fragment.samples.allSatisfy { abs($0.pts) < limit && abs($0.dts) < limit }
    }

    /// Returns the size of the media data of a fragment without a recovery record, in bytes. Its samples must fill the
    /// data without gaps, from the start; otherwise it returns nil.
    private static func mediaLength(of tracks: [TrackFragment], at start: Int64) -> Int64? {
        let samples = tracks.flatMap(\.samples).sorted { ($0.offset, $0.size) < ($1.offset, $1.size) }
        guard samples.first?.offset == start,
            zip(samples, samples.dropFirst()).allSatisfy({ $0.offset + Int64($0.size) == $1.offset })
        else { return nil }
        return samples.reduce(0) { $0 + Int64($1.size) }
    }
}

extension MovieScan.Fragment {
    /// Returns true if any track's first sample has a later decoding time here than in `next`.
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
    /// Returns the type and the end of a complete box that may be skipped, or nil if there is none.
    private func ignoredBox(at position: Int64) throws(MovieError) -> (FourCC, end: Int64)? {
        guard let (type, size) = try file.boxHeader(at: position), Self.ignoredTypes.contains(type) else { return nil }
        // This is a damaged record, whose size may be wrong.
        if type == "uuid", try file.record(at: position) == nil, try file.isRecord(at: position) { return nil }
        let end = position + size
        // The size is right if another box follows.
        return try isBox(at: end) ? (type, end) : nil
    }

    /// Returns true if `position` is the end of the file or the start of a box that may follow a fragment.
    private func isBox(at position: Int64) throws(MovieError) -> Bool {
        guard position < file.size else { return position == file.size }
        guard let (type, _) = try file.boxHeader(at: position) else { return false }
        return type == "moof" || Self.ignoredTypes.contains(type)
    }
}

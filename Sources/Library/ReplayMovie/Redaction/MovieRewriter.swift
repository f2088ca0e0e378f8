import Descriptors
package import FFmpeg
import Files
import Glibc
package import ReplayLibrary
import SystemPackage

/// Writes a movie again with some packets replaced. Everything else, including all
/// durations, stays the same byte for byte.
///
/// Use it from one thread.
package struct MovieRewriter: ~Copyable {
    /// The range of replaced samples for each track, by the track's index. Samples are counted in decoding order.
    package typealias Changes = [Int: Range<Int>]

    /// Returns the packet for a sample of a track. Calls for one track are in the order of its samples.
    package typealias Source = (_ track: Int, _ sample: Int) throws -> Packet

    private let scan: MovieScan
    private let file: MovieFile
    private let target: OwnedDescriptor
    private let path: String
    private let changes: Changes
    /// The offset in the new file at which the next piece is written.
    private var end: Int64 = 0
    /// The number of samples of each track that were written.
    private var counts: [Int]

    private static let pieceSize: Int64 = 1 << 20

    /// Writes an undamaged recording's movie, with changes, into the new file `name` of its folder, and syncs it.
    /// - Throws: `FileSystemError`, `MovieError`, and the errors of `source`. The incomplete file is not removed.
    package static func write(
        _ recording: Recording, to name: String, changes: Changes, source: Source
    ) throws {
        let folder = recording.folder
        try folder.remove(name)
        let file = try MovieFile(
            try folder.openFile(Recording.movieName, mode: .readOnly), path: folder.path + "/" + Recording.movieName)
        let target = try folder.openFile(name, mode: .readWrite, options: [.create, .exclusiveCreate])
        var rewriter = try MovieRewriter(file, target: target, path: folder.path + "/" + name, changes: changes)
        try rewriter.write(source)
        try folder.sync()
    }

    private init(_ file: MovieFile, target: OwnedDescriptor, path: String, changes: Changes) throws {
        scan = try MovieScan(file, headerCopy: nil)
        (self.file, self.target, self.path, self.changes) = (file, target, path, changes)
        counts = Array(repeating: 0, count: scan.header.contents.tracks.count)
    }

    private mutating func write(_ source: Source) throws {
        try put(scan.header.bytes)
        try protect(0..<end)
        for fragment in scan.fragments {
            let start = end
            if try isChanged(fragment) { try write(fragment, from: source) } else { try copy(fragment) }
            for track in fragment.tracks { counts[try place(of: track)] += track.samples.count }
            try protect(start..<end)
        }
        guard SystemCall.retrying({ fdatasync(target.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    private func place(of track: TrackFragment) throws -> Int {
        guard let place = scan.header.contents.tracks.firstIndex(where: { $0.id == track.trackID }) else {
            throw MovieError(path: file.path, reason: .damaged)
        }
        return place
    }

    private func isChanged(_ fragment: MovieScan.Fragment) throws -> Bool {
        try fragment.tracks.contains { track in
            let place = try place(of: track)
            guard let changed = changes[place] else { return false }
            return changed.overlaps(counts[place]..<counts[place] + track.samples.count)
        }
    }

    private mutating func copy(_ fragment: MovieScan.Fragment) throws {
        try put(try scan.boxes(of: fragment))
        try put(Box.header("mdat", size: Int64(fragment.media.count) + Box.headerSize))
        var offset = fragment.media.lowerBound
        while offset < fragment.media.upperBound {
            let count = min(Self.pieceSize, fragment.media.upperBound - offset)
            try put(try file.bytes(at: offset, count: count))
            offset += count
        }
    }

    private mutating func write(_ fragment: MovieScan.Fragment, from source: Source) throws {
        var (media, runs) = ([UInt8](), [SampleRun]())
        for track in fragment.tracks {
            runs.append(try run(of: track, appendingTo: &media, from: source))
        }
        let old = Box.sequence(in: try scan.boxes(of: fragment)[...])
        // The size does not depend on the data offset.
        let size = try Self.boxes(old, runs: runs, dataOffset: 0).count
        try put(try Self.boxes(old, runs: runs, dataOffset: size + Int(Box.headerSize)))
        try put(Box.header("mdat", size: Int64(media.count) + Box.headerSize))
        try put(media)
    }

    /// Returns the samples of a track, and appends their bytes to `media`.
    private func run(
        of track: TrackFragment, appendingTo media: inout [UInt8], from source: Source
    ) throws -> SampleRun {
        let place = try place(of: track)
        var run = SampleRun(trackID: track.trackID, start: media.count)
        for (number, sample) in track.samples.enumerated() {
            let number = counts[place] + number
            guard changes[place]?.contains(number) ?? false else {
                media += try file.bytes(at: sample.offset, count: Int64(sample.size))
                run.append(
                    sample, size: Int(sample.size), shift: sample.pts - sample.dts, isKeyframe: sample.isKeyframe)
                continue
            }
            let packet = try source(place, number)
            guard let (pts, dts) = packet.times else { throw MovieError(path: file.path, reason: .damaged) }
            packet.withBytes { media += $0 }
            run.append(sample, size: packet.size, shift: pts - dts, isKeyframe: packet.isKeyframe)
        }
        return run
    }

    private static func boxes(_ old: BoxSequence, runs: [SampleRun], dataOffset: Int) throws -> [UInt8] {
        var rest = runs[...]
        return old.flatMap { box in
            guard box.type == "moof" else { return box.bytes }
            let contents = box.children.flatMap { child in
                guard child.type == "traf", let run = rest.popFirst() else { return child.bytes }
                return run.fragment(like: child, dataOffset: dataOffset)
            }
            return Box(type: "moof", contents: contents[...]).bytes
        }
    }

    private mutating func put(_ bytes: [UInt8]) throws(FileSystemError) {
        let offset = end
        try FileSystemError.catching("write to", subject: path) {
            try target.descriptor.writeAll(toAbsoluteOffset: offset, bytes)
        }
        end += Int64(bytes.count)
    }

    /// Writes the recovery record of a piece.
    private mutating func protect(_ piece: Range<Int64>) throws {
        let written = try MovieFile(target, path: path)
        guard let record = try RecoveryRecord(of: piece, in: written).encoded() else { return }
        try put(record)
    }
}

extension Packet {
    /// The presentation and decoding times, or nil if either is missing.
    fileprivate var times: (pts: Int64, dts: Int64)? {
        guard let pts, let dts else { return nil }
        return (pts, dts)
    }
}

/// The samples of a track in a fragment, as a `trun` box (ISO/IEC 14496-12, 8.8.8).
private struct SampleRun {
    let trackID: UInt32
    /// The offset of the track's data in the data of the fragment.
    let start: Int
    private var count = 0
    private var entries: [UInt8] = []

    /// The sample flags of a sample that depends on no other, and of one that depends on others.
    private static let (keyframeFlags, otherFlags): (UInt32, UInt32) = (0x200_0000, 0x101_0000)
    /// Version 1, for signed composition offsets; data offset; for each sample its
    /// duration, size, flags and composition offset.
    private static let versionAndFlags: UInt32 = 0x100_0F01

    init(trackID: UInt32, start: Int) { (self.trackID, self.start) = (trackID, start) }

    mutating func append(_ sample: MovieIndex.Sample, size: Int, shift: Int64, isKeyframe: Bool) {
        count += 1
        entries.append(bigEndian: UInt32(clamping: sample.duration))
        entries.append(bigEndian: UInt32(clamping: size))
        entries.append(bigEndian: isKeyframe ? Self.keyframeFlags : Self.otherFlags)
        entries.append(bigEndian: Int32(clamping: shift))
    }

    /// Returns the `traf` box with these samples in place of its own.
    func fragment(like old: Box, dataOffset: Int) -> [UInt8] {
        let others = old.children.filter { ["tfhd", "tfdt"].contains($0.type) }.flatMap(\.bytes)
        var contents: [UInt8] = []
        contents.append(bigEndian: Self.versionAndFlags)
        contents.append(bigEndian: UInt32(clamping: count))
        contents.append(bigEndian: Int32(clamping: dataOffset + start))
        let run = Box(type: "trun", contents: (contents + entries)[...])
        return Box(type: "traf", contents: (others + run.bytes)[...]).bytes
    }
}

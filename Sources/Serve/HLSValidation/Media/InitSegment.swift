import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// An initialization section: the tracks and their formats.
package struct InitSegment: Sendable {
    /// A track of the initialization section.
    package struct Track: Sendable, Equatable {
        let id: UInt32
        let kind: MovieIndex.TrackKind
        /// The timescale, in ticks per second.
        let timescale: Int32
        let edits: [EditListEntry]
        let description: SampleDescription?
    }

    /// The path relative to the presentation's folder.
    package let file: String
    let layout: BoxLayout
    /// The header, or nil if there is no complete and understood `moov` box.
    let header: MovieHeader?
    let tracks: [Track]
    /// All bytes of the section, or none if it has more than `limit` bytes.
    let bytes: [UInt8]

    private static let limit: Int64 = 4 << 20

    init(_ file: MediaFile, range: ByteRange, budget: inout ReadingBudget) {
        self.file = file.path
        layout = BoxLayout(file, range: range, budget: &budget)
        let isReadable = range.length <= Self.limit && !budget.isSpent
        bytes = isReadable ? file.bytes(at: range.offset, count: Int(range.length)) ?? [] : []
        budget.spend(bytes: Int64(bytes.count))
        let moov = Box.sequence(in: bytes[...]).first { $0.type == "moov" }
        let boxes = moov?.children.filter { $0.type == "trak" } ?? []
        // A header leaves out tracks that it does not understand. In that case the whole header is ignored.
        let header = moov.flatMap(MovieHeader.init).flatMap { $0.tracks.count == boxes.count ? $0 : nil }
        self.header = header
        tracks = zip(header?.tracks ?? [], boxes).map(Track.init)
    }

    var video: Track? { tracks.first { $0.kind == .video } }
    var audio: Track? { tracks.first { $0.kind == .audio } }
}

extension InitSegment.Track {
    fileprivate init(_ track: MovieHeader.Track, trak: Box) {
        (id, kind, timescale) = (track.id, track.kind, track.timescale)
        edits = trak.child("edts")?.child("elst").map(EditListEntry.all) ?? []
        let stsd = trak.child("mdia")?.child("minf")?.child("stbl")?.child("stsd")
        description = stsd.flatMap { SampleDescription(stsd: $0, kind: track.kind) }
    }

    /// Returns true if frames of one track can be decoded with the parameters of the other, and have the
    /// same timescale.
    func hasSameParameters(as other: Self) -> Bool {
        kind == other.kind && timescale == other.timescale && description == other.description
    }
}

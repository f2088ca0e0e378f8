import ReplayLibrary
import ReplayMovie

/// An initialization section: which tracks there are and how they are coded.
package struct InitSegment: Sendable {
    /// One track.
    package struct Track: Sendable, Equatable {
        let id: UInt32
        let kind: MovieIndex.TrackKind
        /// Ticks a second.
        let timescale: Int32
        let edits: [EditListEntry]
        let description: SampleDescription?
    }

    /// From the presentation's folder.
    package let file: String
    let layout: BoxLayout
    /// Nil where there is no whole `moov`.
    let header: MovieHeader?
    let tracks: [Track]
    /// The whole of it, where it is at most `limit` bytes long.
    let bytes: [UInt8]

    private static let limit: Int64 = 4 << 20

    init(_ file: MediaFile, _ range: ByteRange, _ budget: inout ReadingBudget) {
        self.file = file.path
        layout = BoxLayout(file, range, &budget)
        let isReadable = range.length <= Self.limit && !budget.isSpent
        bytes = isReadable ? file.bytes(at: range.offset, count: Int(range.length)) ?? [] : []
        budget.spend(bytes: Int64(bytes.count))
        let moov = Box.sequence(in: bytes[...]).first { $0.type == "moov" }
        let boxes = moov?.children.filter { $0.type == "trak" } ?? []
        // A track that cannot be understood is left out of a header; then the whole is not believed.
        let header = moov.flatMap(MovieHeader.init).flatMap { $0.tracks.count == boxes.count ? $0 : nil }
        self.header = header
        tracks = zip(header?.tracks ?? [], boxes).map(Track.init)
    }

    var video: Track? { tracks.first { $0.kind == .video } }
    var audio: Track? { tracks.first { $0.kind == .audio } }
}

extension InitSegment.Track {
    fileprivate init(_ track: MovieHeader.Track, _ trak: Box) {
        (id, kind, timescale) = (track.id, track.kind, track.timescale)
        edits = trak.child("edts")?.child("elst").map(EditListEntry.all) ?? []
        let stsd = trak.child("mdia")?.child("minf")?.child("stbl")?.child("stsd")
        description = stsd.flatMap { SampleDescription(stsd: $0, kind: track.kind) }
    }

    /// Whether frames coded for the one can be decoded with the other, and are timed alike.
    func hasSameParameters(as other: Self) -> Bool {
        kind == other.kind && timescale == other.timescale && description == other.description
    }
}

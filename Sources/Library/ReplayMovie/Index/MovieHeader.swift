/// The descriptions of the tracks in the `moov` box of a fragmented movie.
package struct MovieHeader: Sendable {
    package struct Track: Sendable {
        package let id: UInt32
        package let kind: MovieIndex.TrackKind
        package let timescale: Int32
        /// The media time at which the presentation begins, in ticks: an edit list's media time less the duration of
        /// its empty edits (ISO/IEC 14496-12, 8.6.6).
        package let presentationStart: Int64
        package let defaults: SampleDefaults
    }

    package let tracks: [Track]

    /// Reads a `moov` box.
    /// - Returns: Nil if a required box is missing or incomplete, or if there are no tracks or more than 64.
    package init?(moov: Box) {
        guard let movieTimescale = Self.timescale(moov.child("mvhd")) else { return nil }
        let extends = moov.child("mvex")?.children.compactMap(SampleDefaults.init(trex:)) ?? []
        tracks = moov.children.filter { $0.type == "trak" }.compactMap { trak in
            Self.track(trak, movieTimescale: movieTimescale, extends: extends)
        }
        guard !tracks.isEmpty, tracks.count <= 64 else { return nil }
    }

    private static func track(_ trak: Box, movieTimescale: Int32, extends: [SampleDefaults]) -> Track? {
        guard let id = trackID(trak.child("tkhd")), let mdia = trak.child("mdia"),
            let timescale = timescale(mdia.child("mdhd"))
        else { return nil }
        return Track(
            id: id, kind: kind(mdia.child("hdlr")), timescale: timescale,
            presentationStart: presentationStart(
                trak.child("edts")?.child("elst"), movieTimescale: movieTimescale, timescale: timescale),
            defaults: extends.first { $0.trackID == id } ?? SampleDefaults(trackID: id))
    }

    /// Reads the timescale of an `mvhd` or `mdhd`. Both begin with two times, followed by the timescale.
    private static func timescale(_ box: Box?) -> Int32? {
        guard var full = box?.full, full.cursor.skip(full.version == 1 ? 16 : 8) != nil,
            let timescale = full.cursor.integer(UInt32.self), (1...1_000_000_000).contains(timescale)
        else { return nil }
        return Int32(timescale)
    }

    private static func trackID(_ box: Box?) -> UInt32? {
        guard var full = box?.full, full.cursor.skip(full.version == 1 ? 16 : 8) != nil else { return nil }
        return full.cursor.integer()
    }

    private static func kind(_ box: Box?) -> MovieIndex.TrackKind {
        guard var full = box?.full, full.cursor.skip(4) != nil, let handler = full.cursor.integer(UInt32.self)
        else { return .other }
        switch FourCC(rawValue: handler) {
        case "vide": return .video
        case "soun": return .audio
        default: return .other
        }
    }

    private static func presentationStart(_ elst: Box?, movieTimescale: Int32, timescale: Int32) -> Int64 {
        guard var full = elst?.full, let count = full.cursor.integer(UInt32.self) else { return 0 }
        var empty: Int64 = 0
        for _ in 0..<min(count, 8) {
            guard let (duration, mediaTime) = edit(&full.cursor, version: full.version) else { return 0 }
            guard mediaTime < 0 else { return mediaTime - empty }
            // Round to the nearest tick, like FFmpeg.
            let ticks = Int128(duration) * Int128(timescale)
            empty += Int64(min((ticks + Int128(movieTimescale / 2)) / Int128(movieTimescale), 1 << 58))
        }
        return -empty
    }

    private static func edit(_ cursor: inout ByteCursor, version: UInt8) -> (Int64, Int64)? {
        let entry: (Int64, Int64)?
        if version == 1 {
            guard let duration = cursor.integer(Int64.self), let time = cursor.integer(Int64.self) else { return nil }
            entry = (duration, time)
        } else {
            guard let duration = cursor.integer(UInt32.self), let time = cursor.integer(Int32.self) else { return nil }
            entry = (Int64(duration), Int64(time))
        }
        // Larger times are invalid. Sums of a few times below 2^58 do not overflow.
        guard let entry, (-1...(1 << 58)).contains(entry.1), (0...(1 << 58)).contains(entry.0) else { return nil }
        return cursor.skip(4) == nil ? nil : entry
    }
}

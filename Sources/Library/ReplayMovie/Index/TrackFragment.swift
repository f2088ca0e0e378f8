/// The samples of a track in one `traf` box (ISO/IEC 14496-12, 8.8.6 to 8.8.12).
package struct TrackFragment: Sendable {
    package let trackID: UInt32
    package let samples: SampleTable

    private static let isNotKeyframe: UInt32 = 0x1_0000
    /// The largest number of samples in a fragment: hours of frames. A crafted file can claim any count in four bytes.
    private static let sampleLimit = 1_000_000

    /// Reads a `traf` box.
    /// - Parameters:
    ///   - moofOffset: The offset of the `moof` box in the file.
    ///   - header: The header with the track of this fragment.
    /// - Returns: Nil if the box is incomplete or belongs to no track.
    package init?(traf: Box, moofOffset: Int64, header: MovieHeader) {
        guard var tfhd = traf.child("tfhd")?.full, let id = tfhd.cursor.integer(UInt32.self),
            let track = header.tracks.first(where: { $0.id == id })
        else { return nil }
        trackID = id
        let base = tfhd.flags & 0x1 == 0 ? moofOffset : tfhd.cursor.integer(Int64.self)
        var defaults = track.defaults
        guard let base, (0..<(1 << 60)).contains(base), defaults.override(with: &tfhd.cursor, flags: tfhd.flags),
            var time = Self.decodeTime(traf.child("tfdt"))
        else { return nil }
        time -= track.presentationStart
        var samples: [MovieIndex.Sample] = []
        for trun in traf.children where trun.type == "trun" {
            guard Self.append(trun, to: &samples, defaults: defaults, base: base, time: &time) else { return nil }
        }
        self.samples = SampleTable(samples)
    }

    private static func decodeTime(_ tfdt: Box?) -> Int64? {
        guard var full = tfdt?.full else { return nil }
        let time =
            full.version == 1 ? full.cursor.integer(Int64.self) : full.cursor.integer(UInt32.self).map(Int64.init)
        return time.flatMap { (0..<(1 << 47)).contains($0) ? $0 : nil }
    }

    private static func append(
        _ trun: Box, to samples: inout [MovieIndex.Sample], defaults: SampleDefaults, base: Int64, time: inout Int64
    ) -> Bool {
        guard let full = trun.full else { return false }
        let flags = full.flags
        var cursor = full.cursor
        guard let count = cursor.integer(UInt32.self), samples.count + Int(count) <= sampleLimit else {
            return false
        }
        var offset = base
        if flags & 0x1 != 0 {
            guard let relative = cursor.integer(Int32.self) else { return false }
            offset += Int64(relative)
        } else if let last = samples.last {
            offset = last.offset + Int64(last.size)
        }
        var firstFlags: UInt32?
        if flags & 0x4 != 0 {
            guard let value = cursor.integer(UInt32.self) else { return false }
            firstFlags = value
        }
        for index in 0..<count {
            let fallback = index == 0 ? firstFlags ?? defaults.flags : defaults.flags
            guard
                let sample = sample(
                    &cursor, flags: flags, defaults: defaults, fallback: fallback, offset: offset, time: time)
            else { return false }
            samples.append(sample)
            offset += Int64(sample.size)
            time += sample.duration
        }
        return true
    }

    private static func sample(
        _ cursor: inout ByteCursor, flags: UInt32, defaults: SampleDefaults, fallback: UInt32, offset: Int64,
        time: Int64
    ) -> MovieIndex.Sample? {
        func field(_ flag: UInt32, or value: UInt32) -> UInt32? { flags & flag == 0 ? value : cursor.integer() }
        guard let duration = field(0x100, or: defaults.duration), let size = field(0x200, or: defaults.size),
            let sampleFlags = field(0x400, or: fallback), let shift = field(0x800, or: 0), size <= Int32.max
        else { return nil }
        // In version 0 the composition offset is unsigned, but writers store negative values:
        // it is read as signed in both versions.
        return MovieIndex.Sample(
            dts: time, pts: time + Int64(Int32(bitPattern: shift)), duration: Int64(duration), offset: offset,
            size: Int32(size), isKeyframe: sampleFlags & isNotKeyframe == 0)
    }
}

/// A movie fragment with one sample of track 1: `moof` and `mdat` (ISO/IEC 14496-12, 8.8 and 8.1.1).
struct MediaFragment {
    /// The sequence number, from 1.
    let sequence: UInt32
    /// The time at which the sample is shown, in ticks of its track.
    let start: Int64
    /// The duration of the sample, in ticks of its track.
    let duration: UInt32
    /// The size of the sample, in bytes.
    let size: UInt32

    /// The length of `moof`, in bytes. It has one `traf` with `tfhd`, `tfdt` and `trun`, whose lengths are fixed.
    private static let headerLength: UInt32 = 16 + (8 + 16 + 20 + 28) + 8

    /// The fragment without the sample's bytes, which follow.
    var header: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(Self.headerLength + 8))
        bytes.append(box: "moof", length: Self.headerLength)
        bytes.append(box: "mfhd", length: 16, flags: 0)
        bytes.append(number: sequence)
        bytes.append(box: "traf", length: Self.headerLength - 24)
        // default-base-is-moof
        bytes.append(box: "tfhd", length: 16, flags: 0x02_0000)
        bytes.append(number: 1)
        // Version 1: `baseMediaDecodeTime` has 64 bits.
        bytes.append(box: "tfdt", length: 20, flags: 0x0100_0000)
        bytes.append(number: UInt32(truncatingIfNeeded: start >> 32))
        bytes.append(number: UInt32(truncatingIfNeeded: start))
        // Flags: data-offset, sample-duration and sample-size. The sample flags come from the track's defaults
        // (all-intra).
        bytes.append(box: "trun", length: 28, flags: 0x0301)
        for value in [1, Self.headerLength + 8, duration, size] { bytes.append(number: value) }
        bytes.append(box: "mdat", length: size + 8)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a 32-bit big-endian number.
    fileprivate mutating func append(number value: UInt32) {
        append(contentsOf: Swift.withUnsafeBytes(of: value.bigEndian, Array.init))
    }

    /// Appends the header of a box.
    /// - Parameter flags: The version and flags of a full box, or nil for a plain box.
    fileprivate mutating func append(box type: String, length: UInt32, flags: UInt32? = nil) {
        append(number: length)
        append(contentsOf: type.utf8)
        if let flags { append(number: flags) }
    }
}

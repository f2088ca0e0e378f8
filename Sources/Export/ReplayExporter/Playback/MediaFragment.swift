/// A movie fragment of one sample of track 1: `moof` and `mdat` (ISO/IEC 14496-12, 8.8 and 8.1.1).
struct MediaFragment {
    /// From 1.
    let sequence: UInt32
    /// When the sample is shown, and for how long, in ticks of its track.
    let start: Int64
    let duration: UInt32
    /// In bytes.
    let size: UInt32

    /// `moof` has one `traf` with `tfhd`, `tfdt` and `trun`, each of a length that does not change.
    private static let headerLength: UInt32 = 16 + (8 + 16 + 20 + 28) + 8

    /// The fragment but for the sample's bytes, which follow.
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
        // Version 1: 64 bits.
        bytes.append(box: "tfdt", length: 20, flags: 0x0100_0000)
        bytes.append(number: UInt32(truncatingIfNeeded: start >> 32))
        bytes.append(number: UInt32(truncatingIfNeeded: start))
        // data-offset, sample-duration and sample-size; that it depends on no other is the track's default.
        bytes.append(box: "trun", length: 28, flags: 0x0301)
        for value in [1, Self.headerLength + 8, duration, size] { bytes.append(number: value) }
        bytes.append(box: "mdat", length: size + 8)
        return bytes
    }
}

extension [UInt8] {
    /// A number of 32 bits, the highest byte first.
    fileprivate mutating func append(number value: UInt32) {
        append(contentsOf: Swift.withUnsafeBytes(of: value.bigEndian, Array.init))
    }

    /// - Parameter flags: of a full box: its version and flags; nil: it is none.
    fileprivate mutating func append(box type: String, length: UInt32, flags: UInt32? = nil) {
        append(number: length)
        append(contentsOf: type.utf8)
        if let flags { append(number: flags) }
    }
}

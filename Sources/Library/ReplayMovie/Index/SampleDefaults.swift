/// The default values for the samples of a track or of a fragment (`trex` and
/// `tfhd`, ISO/IEC 14496-12, 8.8.3 and 8.8.7).
package struct SampleDefaults: Sendable {
    package var trackID: UInt32
    package var duration: UInt32 = 0
    package var size: UInt32 = 0
    package var flags: UInt32 = 0

    init(trackID: UInt32) { self.trackID = trackID }

    init?(trex: Box) {
        guard trex.type == "trex", var cursor = trex.full?.cursor, let id = cursor.integer(UInt32.self),
            cursor.skip(4) != nil, let duration = cursor.integer(UInt32.self),
            let size = cursor.integer(UInt32.self), let flags = cursor.integer(UInt32.self)
        else { return nil }
        (trackID, self.duration, self.size, self.flags) = (id, duration, size, flags)
    }

    /// Overrides the defaults with the fields of a `tfhd` that follow the track's id.
    /// - Returns: False if the box is incomplete.
    mutating func override(with cursor: inout ByteCursor, flags header: UInt32) -> Bool {
        func field(_ flag: UInt32, or value: UInt32) -> UInt32? { header & flag == 0 ? value : cursor.integer() }
        if header & 0x2 != 0, cursor.skip(4) == nil { return false }
        guard let duration = field(0x8, or: duration), let size = field(0x10, or: size),
            let flags = field(0x20, or: flags)
        else { return false }
        (self.duration, self.size, self.flags) = (duration, size, flags)
        return true
    }
}

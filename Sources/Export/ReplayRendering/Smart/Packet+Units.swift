import FFmpeg
import H264
import ReplayMovie

extension Packet {
    /// Returns the NAL units of a frame, with only the beginnings of units other than SPS and PPS. Returns nil if the
    /// units do not fill the packet.
    /// - Parameter count: The number of bytes to keep of each such unit.
    func unitStarts(lengthSize: Int, first count: Int = startSize) -> [NALUnit]? {
        withBytes { bytes in
            var (rest, units) = (bytes[...], [NALUnit]())
            while rest.count > lengthSize {
                let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(lengthSize)
                guard let header = rest.first, length > 0, length <= rest.count else { return nil }
                let isSet = [.sps, .pps].contains(NALUnit.Kind(rawValue: header & 0x1F))
                units.append(NALUnit(rest.prefix(isSet ? length : min(length, count))))
                rest = rest.dropFirst(length)
            }
            return rest.isEmpty ? units : nil
        }
    }

    /// The number of bytes that identify a slice.
    private static let startSize = 64
    /// The number of bytes that contain a whole slice header, even with a prediction weight for each of many
    /// references.
    static let headerSize = 512
}

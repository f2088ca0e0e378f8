import FFmpeg
import H264
import ReplayMovie

extension Packet {
    /// The units of a frame, of slices only their beginnings; nil where they do not fill it.
    /// - Parameter count: so many bytes of each slice.
    func unitStarts(lengthSize: Int, first count: Int = startSize) -> [NALUnit]? {
        withBytes { bytes in
            var (rest, units) = (bytes[...], [NALUnit]())
            while rest.count > lengthSize {
                let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(lengthSize)
                guard let header = rest.first, length > 0, length <= rest.count else { return nil }
                let isSet = [.sequenceParameters, .pictureParameters].contains(NALUnit.Kind(rawValue: header & 0x1F))
                units.append(NALUnit(rest.prefix(isSet ? length : min(length, count))))
                rest = rest.dropFirst(length)
            }
            return rest.isEmpty ? units : nil
        }
    }

    /// So many bytes hold what tells one slice from others.
    private static let startSize = 64
    /// So many hold a slice's whole header, with a weight for each of many references.
    static let headerSize = 512
}

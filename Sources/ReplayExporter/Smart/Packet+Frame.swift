import FFmpeg
import ReplayLibrary
import ReplayMovie

extension Packet {
    /// Whether this is a whole frame as the index says: its units fill it, and it is an IDR or is none.
    func isFrame(isIDR: Bool, lengthSize: Int) -> Bool {
        withBytes { bytes in
            var (rest, hasIDR, hasSlice) = (bytes[...], false, false)
            while rest.count > lengthSize {
                let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(lengthSize)
                guard let header = rest.first, length > 0, length <= rest.count else { return false }
                let kind = NALUnit.Kind(rawValue: header & 0x1F)
                hasIDR = hasIDR || kind == .idrSlice
                hasSlice = hasSlice || kind == .slice || kind == .idrSlice
                rest = rest.dropFirst(length)
            }
            return rest.isEmpty && hasSlice && hasIDR == isIDR
        }
    }
}

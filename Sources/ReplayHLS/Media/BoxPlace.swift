import ReplayLibrary
import ReplayMovie

/// A box and where it lies in its file; what is in it has not been read.
struct BoxPlace: Sendable, Equatable {
    let type: FourCC
    let offset: Int64
    let size: Int64

    var end: Int64 { offset + size }
}

extension FourCC {
    /// The four characters, as far as they can be printed.
    var text: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { place in
                    let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(24 - place * 8))
                    return (0x20..<0x7F).contains(byte) ? Unicode.Scalar(byte) : "?"
                }))
    }
}

import Glibc

/// The kernel's file names are bytes, and need not be UTF-8. In a `String`, each byte that belongs to no UTF-8 sequence stands
/// as one scalar of a private use area: U+10FE80 for 0x80 to U+10FEFF for 0xFF. The sequences of these scalars themselves are
/// taken apart in the same way, so `String(path: bytes).pathBytes == bytes` for all bytes.
///
/// Text that is a path is searched and divided by its bytes: `split`, `contains` and `hasPrefix` of `String` go by grapheme,
/// and do not find a slash before a combining mark.
extension String {
    /// A path, a command-line argument or the value of an environment variable, as the kernel has it.
    package init(path bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.hasEscapedBytes {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let sequence = rest.prefix(first.sequenceLength)
            if let scalar = String(validating: sequence, as: UTF8.self)?.unicodeScalars.first, scalar.escapedByte == nil
            {
                scalars.append(scalar)
                rest = rest.dropFirst(sequence.count)
            } else {
                scalars.append(Unicode.Scalar(escaping: first))
                rest = rest.dropFirst()
            }
        }
        self = String(scalars)
    }

    /// As `init(path:)`, of bytes that end with a zero.
    package init(path text: UnsafePointer<CChar>) {
        self.init(path: UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
    }

    /// What the kernel is given, without a zero at the end.
    package var pathBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = scalar.escapedByte { bytes.append(byte) } else { bytes += String(scalar).utf8 }
        }
        return bytes
    }

    /// `pathBytes`, with a zero at the end, for a C function.
    package var cPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }

    private var hasEscapedBytes: Bool {
        // The first byte of each such scalar.
        utf8.contains(0xF4) && unicodeScalars.contains { $0.escapedByte != nil }
    }
}

extension Unicode.Scalar {
    private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

    /// The byte of a file name that this scalar stands for; nil: it stands for itself.
    package var escapedByte: UInt8? { Self.escapes.contains(value) ? UInt8(truncatingIfNeeded: value) : nil }

    fileprivate init(escaping byte: UInt8) {
        // All of the range are scalars.
        self = Unicode.Scalar(Self.escapes.lowerBound - 0x80 + UInt32(byte)) ?? "\u{FFFD}"
    }
}

extension UInt8 {
    /// How long a sequence of UTF-8 is that begins with this byte; 1 where none does.
    fileprivate var sequenceLength: Int {
        switch self {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

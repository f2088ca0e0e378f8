import Glibc

/// File names as the kernel stores them: bytes that need not be UTF-8.
///
/// In a `String`, each byte outside a valid UTF-8 sequence is one private-use scalar: U+10FE80 for 0x80 to U+10FEFF
/// for 0xFF. UTF-8 sequences of these scalars themselves are escaped too, so
/// `String(path: bytes).pathBytes == bytes` for all bytes.
///
/// Search and split paths by their bytes: `split`, `contains` and `hasPrefix` of `String` compare graphemes, and do not
/// find a slash before a combining mark.
extension String {
    /// Creates the text of a path, command-line argument or environment variable from the kernel's bytes.
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

    /// Creates the text from bytes that end with a zero.
    package init(path text: UnsafePointer<CChar>) {
        self.init(path: UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
    }

    /// The bytes for the kernel, without a zero at the end.
    package var pathBytes: [UInt8] {
        guard hasEscapedBytes else { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = scalar.escapedByte { bytes.append(byte) } else { bytes += String(scalar).utf8 }
        }
        return bytes
    }

    /// The bytes with a zero at the end, for a C function.
    package var cPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }

    private var hasEscapedBytes: Bool {
        // 0xF4 is the first UTF-8 byte of each of these scalars.
        utf8.contains(0xF4) && unicodeScalars.contains { $0.escapedByte != nil }
    }
}

extension Unicode.Scalar {
    private static let escapes: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

    /// The byte of a file name that this scalar represents; nil for an ordinary scalar.
    package var escapedByte: UInt8? { Self.escapes.contains(value) ? UInt8(truncatingIfNeeded: value) : nil }

    fileprivate init(escaping byte: UInt8) {
        // All values in the range are valid scalars.
        self = Unicode.Scalar(Self.escapes.lowerBound - 0x80 + UInt32(byte)) ?? "\u{FFFD}"
    }
}

extension UInt8 {
    /// The length of a UTF-8 sequence that begins with this byte; 1 if no sequence of several bytes does.
    fileprivate var sequenceLength: Int {
        switch self {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

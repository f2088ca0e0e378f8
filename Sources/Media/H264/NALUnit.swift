/// A NAL unit of an H.264 stream, without its start code or length (ITU-T H.264, 7.3.1).
package struct NALUnit: Equatable, Sendable {
    /// The types `nal_unit_type` that are used here (table 7-1).
    package enum Kind: UInt8, Sendable {
        case slice = 1
        case sliceDataPartitionA = 2
        case idrSlice = 5
        /// Supplemental enhancement information.
        case sei = 6
        /// A sequence parameter set.
        case sps = 7
        /// A picture parameter set.
        case pps = 8
        case accessUnitDelimiter = 9
        /// Units of other layers or views (annexes G to J): the prefix of a slice, a
        /// subset sequence parameter set, and a slice.
        case prefix = 14
        case subsetSPS = 15
        case sliceExtension = 20
    }

    /// The unit with its header byte.
    package var bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The type of the unit, or nil for one that is not used here.
    package var kind: Kind? { bytes.first.flatMap { Kind(rawValue: $0 & 0x1F) } }

    /// True if the unit belongs to a stream with several layers or views.
    package var isOfLayers: Bool { kind.map { [.prefix, .subsetSPS, .sliceExtension].contains($0) } ?? false }

    /// The raw byte sequence payload (RBSP): the bytes after the header byte, without emulation prevention bytes.
    package var rbsp: [UInt8] { Self.removingEmulationPrevention(bytes.dropFirst()) }

    /// Returns the RBSP in the first `count` bytes after the header byte, which is enough
    /// to read the start of a slice header.
    package func rbsp(ofFirst count: Int) -> [UInt8] {
        Self.removingEmulationPrevention(bytes.dropFirst().prefix(count))
    }

    /// Splits the unit into the beginning of its RBSP, at least `count` + 1 bytes, and its remaining raw bytes.
    ///
    /// The raw bytes stay valid after any RBSP.
    package func split(after count: Int) -> (rbsp: [UInt8], rest: ArraySlice<UInt8>) {
        // At most one byte of three is an emulation prevention byte. After a byte above 3, emulation
        // prevention does not depend on earlier bytes.
        var end = min(bytes.count, 1 + count + count / 2 + 2)
        while end < bytes.count, bytes[end - 1] <= 3 { end += 1 }
        return (Self.removingEmulationPrevention(bytes[1..<max(1, end)]), bytes[end...])
    }

    /// Returns the unit with another RBSP.
    /// - Parameter rest: The raw bytes that follow the RBSP.
    package func replacing(rbsp: [UInt8], before rest: ArraySlice<UInt8> = []) -> NALUnit {
        var made = Array(bytes.prefix(1))
        made.reserveCapacity(rbsp.count + rbsp.count / 64 + 8 + rest.count)
        rbsp.withUnsafeBufferPointer { rbsp in
            var done = 0
            while let index = rbsp.index(of: 0...3, afterZerosFrom: done) {
                made += rbsp[done..<index]
                made.append(3)
                done = index
            }
            made += rbsp[done...]
        }
        made += rest
        return NALUnit(made)
    }

    /// The unit without the trailing zeros that some writers add.
    package var withoutTrailingZeros: NALUnit {
        bytes.last == 0 ? NALUnit(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]) : self
    }

    private static func removingEmulationPrevention(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var made: [UInt8] = []
        made.reserveCapacity(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var done = 0
            while let index = bytes.index(of: 3...3, afterZerosFrom: done) {
                made += bytes[done..<index]
                done = index + 1
            }
            made += bytes[done...]
        }
        return made
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the first index of a byte in `wanted`, whose values are at most 3, directly after two zeros.
    fileprivate func index(of wanted: ClosedRange<UInt8>, afterZerosFrom start: Int) -> Int? {
        var index = start + 2
        while index < count {
            if self[index] > 3 {
                // Neither this byte nor the next two can follow two zeros.
                index += 3
            } else if wanted.contains(self[index]), self[index - 1] == 0, self[index - 2] == 0 {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }
}

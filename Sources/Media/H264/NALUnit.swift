/// A NAL unit of an H.264 stream, without its start code or length (ITU-T H.264, 7.3.1).
package struct NALUnit: Equatable, Sendable {
    /// The types `nal_unit_type` that are used here (table 7-1).
    package enum Kind: UInt8, Sendable {
        case slice = 1
        case slicePartitionA = 2
        case idrSlice = 5
        case supplement = 6
        case sequenceParameters = 7
        case pictureParameters = 8
        case delimiter = 9
        /// Units of other layers or views (annexes G to J): the prefix of a slice, a
        /// subset of a parameter set, and a slice.
        case prefix = 14
        case subsetParameters = 15
        case extensionSlice = 20
    }

    /// The unit with its header byte.
    package var bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The type of the unit, or nil for one that is not used here.
    package var kind: Kind? { bytes.first.flatMap { Kind(rawValue: $0 & 0x1F) } }

    /// True if the unit belongs to a stream with several layers or views.
    package var isOfLayers: Bool { kind.map { [.prefix, .subsetParameters, .extensionSlice].contains($0) } ?? false }

    /// The payload after the header byte, without emulation prevention bytes.
    package var payload: [UInt8] { Self.unescaped(bytes.dropFirst()) }

    /// Returns the payload of the first `count` bytes after the header byte, which is enough
    /// to read the start of a slice header.
    package func payload(ofFirst count: Int) -> [UInt8] { Self.unescaped(bytes.dropFirst().prefix(count)) }

    /// Splits the unit into the beginning of its payload, at least `count` + 1 bytes, and its remaining raw bytes.
    ///
    /// The raw bytes stay valid after any payload.
    package func parted(behind count: Int) -> (payload: [UInt8], rest: ArraySlice<UInt8>) {
        // At most one byte of three is an emulation prevention byte. After a byte above 3, emulation
        // prevention does not depend on earlier bytes.
        var end = min(bytes.count, 1 + count + count / 2 + 2)
        while end < bytes.count, bytes[end - 1] <= 3 { end += 1 }
        return (Self.unescaped(bytes[1..<max(1, end)]), bytes[end...])
    }

    /// Returns the unit with another payload.
    /// - Parameter rest: The raw bytes that follow the payload.
    package func replacing(payload: [UInt8], before rest: ArraySlice<UInt8> = []) -> NALUnit {
        var made = Array(bytes.prefix(1))
        made.reserveCapacity(payload.count + payload.count / 64 + 8 + rest.count)
        payload.withUnsafeBufferPointer { payload in
            var done = 0
            while let place = payload.place(of: 0...3, behindZerosFrom: done) {
                made += payload[done..<place]
                made.append(3)
                done = place
            }
            made += payload[done...]
        }
        made += rest
        return NALUnit(made)
    }

    /// The unit without the trailing zeros that some writers add.
    package var withoutTrailingZeros: NALUnit {
        bytes.last == 0 ? NALUnit(bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]) : self
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var made: [UInt8] = []
        made.reserveCapacity(bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var done = 0
            while let place = bytes.place(of: 3...3, behindZerosFrom: done) {
                made += bytes[done..<place]
                done = place + 1
            }
            made += bytes[done...]
        }
        return made
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the first index of a byte in `wanted`, whose values are at most 3, directly after two zeros.
    fileprivate func place(of wanted: ClosedRange<UInt8>, behindZerosFrom start: Int) -> Int? {
        var place = start + 2
        while place < count {
            if self[place] > 3 {
                // Neither this byte nor the next two can follow two zeros.
                place += 3
            } else if wanted.contains(self[place]), self[place - 1] == 0, self[place - 2] == 0 {
                return place
            } else {
                place += 1
            }
        }
        return nil
    }
}

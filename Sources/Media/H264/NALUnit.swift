/// One NAL unit of an H.264 stream, without start code or length (ITU-T H.264, 7.3.1).
package struct NALUnit: Equatable, Sendable {
    /// What a unit holds (table 7-1); those that matter here.
    package enum Kind: UInt8, Sendable {
        case slice = 1
        case slicePartitionA = 2
        case idrSlice = 5
        case supplement = 6
        case sequenceParameters = 7
        case pictureParameters = 8
        case delimiter = 9
        /// Of other layers of the picture (annexes G to J): before a slice, in place of a set, and in place of a slice.
        case prefix = 14
        case subsetParameters = 15
        case extensionSlice = 20
    }

    /// With its header byte.
    package var bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Nil for what is of no concern.
    package var kind: Kind? { bytes.first.flatMap { Kind(rawValue: $0 & 0x1F) } }

    /// Whether it belongs to a stream of several layers or views.
    package var isOfLayers: Bool { kind.map { [.prefix, .subsetParameters, .extensionSlice].contains($0) } ?? false }

    /// What follows the header byte, without the bytes that prevent start codes from appearing.
    package var payload: [UInt8] { Self.unescaped(bytes.dropFirst()) }

    /// As `payload`, but only of the first bytes: enough for the start of a slice's header.
    package func payload(ofFirst count: Int) -> [UInt8] { Self.unescaped(bytes.dropFirst().prefix(count)) }

    /// The payload's beginning, of which at least `count` bytes and one more, and the unit's bytes behind it, which stay the same
    /// whatever comes before them.
    package func parted(behind count: Int) -> (payload: [UInt8], rest: ArraySlice<UInt8>) {
        // Of three bytes one may prevent a start code. Behind one above 3 none is needed for what stood before.
        var end = min(bytes.count, 1 + count + count / 2 + 2)
        while end < bytes.count, bytes[end - 1] <= 3 { end += 1 }
        return (Self.unescaped(bytes[1..<max(1, end)]), bytes[end...])
    }

    /// The unit with another payload.
    /// - Parameter rest: what follows that, as it stands in a unit.
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

    /// The unit without the zeros that some writers leave behind it.
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
    /// The first place of one of some bytes, none above 3, right behind two zeros.
    fileprivate func place(of wanted: ClosedRange<UInt8>, behindZerosFrom start: Int) -> Int? {
        var place = start + 2
        while place < count {
            if self[place] > 3 {
                // Neither this one nor the next two can be behind two zeros.
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

import BitCoding

extension SliceHeader {
    /// Returns the slice with this header in place of `original`, which differs only in the fields about other frames.
    /// - Parameters:
    ///   - unit: The slice. With CAVLC, the new header must be longer or shorter by whole bytes.
    ///   - original: The slice's own header, with the positions of its fields in bits of the payload.
    /// - Returns: Nil if the payload ends within the header.
    func written(in unit: NALUnit, from original: SliceHeader, isCABAC: Bool) -> NALUnit? {
        let (payload, rest) = unit.parted(behind: (original.end + 7) / 8)
        guard let stop = rest.isEmpty ? payload.stopBit : payload.count * 8, original.end <= stop else { return nil }
        var writer = BitWriter()
        var place = 0
        for (range, field) in fields(of: original) where !range.isEmpty {
            writer.append(payload, from: place, to: range.lowerBound)
            field(&writer)
            place = range.upperBound
        }
        writer.append(payload, from: place, to: original.end)
        if isCABAC {
            writer.align(with: true)
            writer.append(payload, from: (original.end + 7) / 8 * 8, to: stop)
        } else {
            writer.append(payload, from: original.end, to: stop)
        }
        if rest.isEmpty { writer.bit(true) }
        return unit.replacing(payload: writer.finish(), before: rest)
    }

    /// Returns the number of bits by which this header is longer than `original`.
    func growth(from original: SliceHeader) -> Int {
        fields(of: original).filter { !$0.place.isEmpty }.reduce(0) { sum, field in
            var writer = BitWriter()
            field.write(&writer)
            return sum + writer.count - field.place.count
        }
    }

    /// Returns the fields that may differ from `original`, in the order of the payload.
    private func fields(of original: SliceHeader) -> [(place: Range<Int>, write: (inout BitWriter) -> Void)] {
        let places = original.places
        return [
            (places.number, { $0.bits(start.number, count: places.number.count) }),
            (places.order, { $0.bits(order, count: places.order.count) }),
            (places.modifications, writeModifications),
            (places.marking, { writeMarking(to: &$0, as: original) }),
        ]
    }

    private func writeModifications(to writer: inout BitWriter) {
        for list in modifications {
            writer.bit(!list.isEmpty)
            guard !list.isEmpty else { continue }
            for modification in list {
                writer.unsigned(modification < 0 ? 0 : 1)
                writer.unsigned(UInt32(truncatingIfNeeded: abs(modification) - 1))
            }
            writer.unsigned(3)
        }
    }

    private func writeMarking(to writer: inout BitWriter, as original: SliceHeader) {
        // An IDR has two flags, which are both 0.
        guard original.start.idrID == nil else { return writer.bits(0, count: 2) }
        writer.bit(removals != nil)
        guard let removals else { return }
        for removal in removals {
            writer.unsigned(1)
            writer.unsigned(UInt32(truncatingIfNeeded: removal - 1))
        }
        writer.unsigned(0)
    }
}

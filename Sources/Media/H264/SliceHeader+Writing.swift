import BitCoding

extension SliceHeader {
    /// Returns the slice with this header in place of `original`, which differs only in the fields about other frames.
    /// - Parameters:
    ///   - unit: The slice. With CAVLC, the new header must be longer or shorter by whole bytes.
    ///   - original: The slice's own header, with the positions of its fields in bits of the RBSP.
    /// - Returns: Nil if the RBSP ends within the header.
    func written(in unit: NALUnit, from original: SliceHeader, isCABAC: Bool) -> NALUnit? {
        let (rbsp, rest) = unit.split(after: (original.end + 7) / 8)
        guard let stop = rest.isEmpty ? rbsp.stopBit : rbsp.count * 8, original.end <= stop else { return nil }
        var writer = BitWriter()
        var position = 0
        for (range, field) in fields(of: original) where !range.isEmpty {
            writer.append(rbsp, from: position, to: range.lowerBound)
            field(&writer)
            position = range.upperBound
        }
        writer.append(rbsp, from: position, to: original.end)
        if isCABAC {
            writer.align(with: true)
            writer.append(rbsp, from: (original.end + 7) / 8 * 8, to: stop)
        } else {
            writer.append(rbsp, from: original.end, to: stop)
        }
        if rest.isEmpty { writer.bit(true) }
        return unit.replacing(rbsp: writer.finish(), before: rest)
    }

    /// Returns the number of bits by which this header is longer than `original`.
    func growth(from original: SliceHeader) -> Int {
        fields(of: original).filter { !$0.range.isEmpty }.reduce(0) { sum, field in
            var writer = BitWriter()
            field.write(&writer)
            return sum + writer.count - field.range.count
        }
    }

    /// Returns the fields that may differ from `original`, in the order of the RBSP.
    private func fields(of original: SliceHeader) -> [(range: Range<Int>, write: (inout BitWriter) -> Void)] {
        let ranges = original.ranges
        return [
            (ranges.frameNum, { $0.bits(start.frameNum, count: ranges.frameNum.count) }),
            (ranges.picOrderCntLsb, { $0.bits(picOrderCntLsb, count: ranges.picOrderCntLsb.count) }),
            (ranges.refPicListModification, writeRefPicListModification),
            (ranges.decRefPicMarking, { writeDecRefPicMarking(to: &$0, as: original) }),
        ]
    }

    private func writeRefPicListModification(to writer: inout BitWriter) {
        for list in refPicListModifications {
            writer.bit(!list.isEmpty)
            guard !list.isEmpty else { continue }
            for modification in list {
                writer.ue(modification < 0 ? 0 : 1)
                writer.ue(UInt32(truncatingIfNeeded: abs(modification) - 1))
            }
            writer.ue(3)
        }
    }

    private func writeDecRefPicMarking(to writer: inout BitWriter, as original: SliceHeader) {
        // An IDR has two flags, which are both 0.
        guard original.start.idrPicID == nil else { return writer.bits(0, count: 2) }
        writer.bit(mmco1Differences != nil)
        guard let mmco1Differences else { return }
        for difference in mmco1Differences {
            writer.ue(1)
            writer.ue(UInt32(truncatingIfNeeded: difference - 1))
        }
        writer.ue(0)
    }
}

/// One coded picture as MP4 carries it: NAL units, each behind its length (ISO/IEC 14496-15, 5.3.3).
package struct AccessUnit: Equatable, Sendable {
    package var units: [NALUnit]

    package init(_ units: [NALUnit]) { self.units = units }

    /// - Parameter lengthSize: bytes of each length, 1...4.
    /// - Returns: nil where the lengths do not fill the sample exactly.
    package init?(sample: some RandomAccessCollection<UInt8>, lengthSize: Int) {
        var units: [NALUnit] = []
        var rest = sample[...]
        while !rest.isEmpty {
            guard rest.count > lengthSize else { return nil }
            let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(lengthSize)
            guard length > 0, length <= rest.count else { return nil }
            units.append(NALUnit(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        guard !units.isEmpty else { return nil }
        self.units = units
    }

    /// The first unit with a part of the picture.
    package var firstSlice: NALUnit? {
        units.first { [.slice, .slicePartitionA, .idrSlice].contains($0.kind) }
    }

    /// Whether decoding can begin here, with nothing before it referred to afterwards (7.4.1.2.4).
    package var isIDR: Bool { firstSlice?.kind == .idrSlice }

    /// The units of some kinds alone.
    package func keeping(_ kinds: [NALUnit.Kind]) -> AccessUnit {
        AccessUnit(units.filter { $0.kind.map(kinds.contains) ?? false })
    }

    /// As MP4 carries it.
    package func sample(lengthSize: Int) -> [UInt8] {
        units.flatMap { unit in
            (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: unit.bytes.count >> ($0 * 8)) } + unit.bytes
        }
    }
}

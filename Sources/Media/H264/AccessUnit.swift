/// A coded picture as MP4 stores it: NAL units, each after its length (ISO/IEC 14496-15, 5.3.3).
package struct AccessUnit: Equatable, Sendable {
    package var units: [NALUnit]

    package init(_ units: [NALUnit]) { self.units = units }

    /// Reads a sample.
    /// - Parameter lengthSize: The number of bytes of each length, 1...4.
    /// - Returns: Nil if the lengths do not fill the sample exactly.
    package init?(sample: [UInt8], lengthSize: Int) {
        guard let (units, isWhole) = Self.units(in: sample, lengthSize: lengthSize), isWhole else { return nil }
        self.units = units
    }

    /// Reads the first units from the beginning of a sample. The last unit may be incomplete.
    /// - Returns: Nil if there is no unit.
    package init?(start: [UInt8], lengthSize: Int) {
        guard let (units, _) = Self.units(in: start, lengthSize: lengthSize) else { return nil }
        self.units = units
    }

    /// Reads an encoder's output, with each unit after a start code (ITU-T H.264, annex B).
    package init(startCoded bytes: [UInt8]) { units = Self.units(startCoded: bytes) }

    private static func units(in bytes: [UInt8], lengthSize: Int) -> (units: [NALUnit], isWhole: Bool)? {
        var units: [NALUnit] = []
        var rest = bytes[...]
        var isWhole = true
        while rest.count > lengthSize {
            let length = rest.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(lengthSize)
            guard length > 0 else { return nil }
            isWhole = length <= rest.count
            units.append(NALUnit(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return units.isEmpty ? nil : (units, isWhole && rest.isEmpty)
    }

    /// The first unit with a slice of the picture.
    package var firstSlice: NALUnit? {
        units.first(where: \.isSlice)
    }

    /// True if the picture is an IDR picture: no later picture refers to one before it (7.4.1.2.4).
    package var isIDR: Bool { firstSlice?.kind == .idrSlice }

    /// Returns an access unit with only the units of some kinds.
    package func keeping(_ kinds: [NALUnit.Kind]) -> AccessUnit {
        AccessUnit(units.filter { $0.kind.map(kinds.contains) ?? false })
    }

    /// Returns true if the length of each unit fits into `lengthSize` bytes.
    package func fits(lengthSize: Int) -> Bool { units.allSatisfy { $0.bytes.count >> (lengthSize * 8) == 0 } }

    /// Returns the sample as MP4 stores it, with lengths of `lengthSize` bytes.
    package func sample(lengthSize: Int) -> [UInt8] {
        var made: [UInt8] = []
        made.reserveCapacity(units.reduce(0) { $0 + lengthSize + $1.bytes.count })
        for unit in units {
            made += (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: unit.bytes.count >> ($0 * 8)) }
            made += unit.bytes
        }
        return made
    }

    private static func units(startCoded bytes: [UInt8]) -> [NALUnit] {
        var units: [NALUnit] = []
        var start: Int?
        var index = 0
        func close(at end: Int) {
            guard let start else { return }
            var unit = bytes[start..<end]
            while unit.last == 0 { unit.removeLast() }
            if !unit.isEmpty { units.append(NALUnit(unit)) }
        }
        while index + 2 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                close(at: index)
                start = index + 3
                index += 3
            } else {
                index += 1
            }
        }
        close(at: bytes.count)
        return units
    }
}

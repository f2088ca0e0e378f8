import BitCoding

/// The scaling lists of a parameter set as it codes them (ITU-T H.264, 7.3.2.1.1.1).
struct ScalingLists: Equatable, Sendable {
    /// The coding of one list.
    private enum Coded: Equatable, Sendable {
        /// `scaling_list_present_flag` is 0: the fall-back rule applies.
        case notPresent
        /// The default list: `UseDefaultScalingMatrixFlag`.
        case useDefault
        case list([UInt8])
    }

    private var lists: [Coded] = []

    /// The number of lists for 4:2:0: six of 4x4, two of 8x8.
    static let count = 8

    /// Reads scaling lists.
    /// - Parameter count: The number of lists that may be present.
    init(_ reader: inout BitReader, count: Int) {
        for index in 0..<count {
            lists.append(reader.bit() ? Self.list(&reader, count: index < 6 ? 16 : 64) : .notPresent)
        }
    }

    private static func list(_ reader: inout BitReader, count: Int) -> Coded {
        var list: [UInt8] = []
        var (lastScale, nextScale): (Int32, Int32) = (8, 8)
        for index in 0..<count {
            if nextScale != 0 { nextScale = (lastScale + reader.se() % 256 + 256) % 256 }
            if index == 0, nextScale == 0 { return .useDefault }
            if nextScale != 0 { lastScale = nextScale }
            list.append(UInt8(truncatingIfNeeded: lastScale))
        }
        return .list(list)
    }

    /// Returns the eight lists in effect, each in the order of its codes.
    /// - Parameter fallback: The lists that replace the first list of each kind if it is not present (table 7-2).
    func resolved(fallBackTo fallback: [[UInt8]]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for index in 0..<Self.count {
            switch index < lists.count ? lists[index] : .notPresent {
            case .list(let list): found.append(list)
            case .useDefault: found.append(Self.defaults[index])
            case .notPresent: found.append([0, 3, 6, 7].contains(index) ? fallback[index] : found[index - 1])
            }
        }
        return found
    }

    /// `Flat_4x4_16` and `Flat_8x8_16`: the lists in effect if no parameter set has lists.
    static let flat = (0..<count).map { [UInt8](repeating: 16, count: $0 < 6 ? 16 : 64) }

    /// `Default_4x4_Intra`, `Default_4x4_Inter`, `Default_8x8_Intra` and `Default_8x8_Inter` (tables 7-3 and 7-4).
    static let defaults: [[UInt8]] =
        Array(repeating: default4x4Intra, count: 3) + Array(repeating: default4x4Inter, count: 3) + [
            default8x8Intra, default8x8Inter,
        ]

    private static let default4x4Intra: [UInt8] = [6, 13, 13, 20, 20, 20, 28, 28, 28, 28, 32, 32, 32, 37, 37, 42]
    private static let default4x4Inter: [UInt8] = [10, 14, 14, 20, 20, 20, 24, 24, 24, 24, 27, 27, 27, 30, 30, 34]
    private static let default8x8Intra: [UInt8] = [
        6, 10, 10, 13, 11, 13, 16, 16, 16, 16, 18, 18, 18, 18, 18, 23, 23, 23, 23, 23, 23, 25, 25, 25, 25, 25, 25, 25,
        27,
        27, 27, 27, 27, 27, 27, 27, 29, 29, 29, 29, 29, 29, 29, 31, 31, 31, 31, 31, 31, 33, 33, 33, 33, 33, 36, 36, 36,
        36,
        38, 38, 38, 40, 40, 42,
    ]
    private static let default8x8Inter: [UInt8] = [
        9, 13, 13, 15, 13, 15, 17, 17, 17, 17, 19, 19, 19, 19, 19, 21, 21, 21, 21, 21, 21, 22, 22, 22, 22, 22, 22, 22,
        24,
        24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 27, 27, 27, 27, 27, 27, 28, 28, 28, 28, 28, 30, 30, 30,
        30,
        32, 32, 32, 33, 33, 35,
    ]
}

/// The zig-zag scan of 4x4 and 8x8 blocks of frames, in which scaling lists are coded (ITU-T H.264, 8.5.6 and 8.5.7).
package enum ZigzagScan {
    /// Returns a list in raster order.
    /// - Parameter list: The 16 or 64 values, in the order of their codes.
    package static func inverse(_ list: [UInt8]) -> [UInt8] {
        let size = list.count == 16 ? 4 : 8
        var block = [UInt8](repeating: 0, count: size * size)
        for (value, place) in zip(list, scan(size)) { block[place] = value }
        return block
    }

    /// Returns the raster indices along the diagonals of a block, alternately upwards and downwards.
    private static func scan(_ size: Int) -> [Int] {
        (0..<2 * size - 1).flatMap { diagonal in
            let rows = max(0, diagonal - size + 1)...min(diagonal, size - 1)
            let places = rows.map { $0 * size + diagonal - $0 }
            return diagonal % 2 == 0 ? places.reversed() : places
        }
    }
}

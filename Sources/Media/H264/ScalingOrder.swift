/// The coding order of the values of a scaling list: the zig-zag scan of frames (ITU-T H.264, 6.4.8 and 8.5.6).
package enum ScalingOrder {
    /// Returns a list in raster order.
    /// - Parameter list: The 16 or 64 values, in the order of their codes.
    package static func block(_ list: [UInt8]) -> [UInt8] {
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

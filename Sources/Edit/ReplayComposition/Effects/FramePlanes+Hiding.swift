import FFmpeg

/// Methods that hide parts of a frame. Only four averages remain of the original content, so neither sharpening nor
/// combining many frames can restore it.
extension FramePlanes {
    /// The number of averages in each direction.
    private static let cells = 2
    /// The number of squares along the longer side of a pixelated area.
    private static let squares = 16
    /// The minimum side of a square, in pixels.
    private static let minSquare = 8

    /// Paints an area black.
    package func cover(_ area: PixelArea) {
        for plane in planes {
            let value: UInt8 = plane.isLuma ? 16 : 128
            plane.rows(of: area) { row, _ in row.update(repeating: value) }
        }
    }

    /// Paints an area with a colour gradient.
    package func blur(_ area: PixelArea) {
        paint(area, width: area.width, height: area.height)
    }

    /// Paints an area in squares.
    func pixelate(_ area: PixelArea) {
        let side = max(Self.minSquare, (max(area.width, area.height) + Self.squares - 1) / Self.squares)
        paint(area, width: (area.width + side - 1) / side, height: (area.height + side - 1) / side)
    }

    /// Paints an area with a gradient between its four averages, in the given numbers of steps.
    private func paint(_ area: PixelArea, width: Int, height: Int) {
        for plane in planes {
            let averages = plane.averages(of: area, columns: Self.cells, rows: Self.cells)
            let across = Blend.table(plane.width(of: area), steps: width)
            let down = Blend.table(plane.height(of: area), steps: height)
            plane.rows(of: area) { row, y in
                let left = down[y].mix(averages[0], averages[2])
                let right = down[y].mix(averages[1], averages[3])
                for x in row.indices { row[x] = across[x].mix(left, right) }
            }
        }
    }
}

/// The weight of the second of two averages at a position. The averages lie a quarter of the length from either end.
private struct Blend {
    /// The weight, in 256ths.
    let weight: Int

    /// Returns the blend of each position along a length.
    /// - Parameter steps: The number of different blends along the length, at least 1.
    static func table(_ length: Int, steps: Int) -> [Blend] {
        (0..<length).map { place in
            // The middle of the step, in 512ths of the length.
            let middle =
                steps >= length ? (2 * place + 1) * 256 / length : (2 * (place * steps / length) + 1) * 256 / steps
            return Blend(weight: min(max(0, middle - 128), 256))
        }
    }

    func mix(_ one: UInt8, _ other: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(one) * (256 - weight) + Int(other) * weight + 128) >> 8)
    }
}

extension FramePlanes.Plane {
    package func width(of area: PixelArea) -> Int { isLuma ? area.width : area.width / 2 }

    package func height(of area: PixelArea) -> Int { isLuma ? area.height : area.height / 2 }

    /// Calls `body` with each row of an area and the row's index in the area.
    package func rows(of area: PixelArea, _ body: (UnsafeMutableBufferPointer<UInt8>, Int) -> Void) {
        let (x, y) = isLuma ? (area.x, area.y) : (area.x / 2, area.y / 2)
        for row in 0..<height(of: area) { body(self.row(y + row, columns: x..<x + width(of: area)), row) }
    }

    /// Returns the average values of an area's cells.
    fileprivate func averages(of area: PixelArea, columns: Int, rows: Int) -> [UInt8] {
        var sums = Array(repeating: 0, count: columns * rows)
        var counts = sums
        let (width, height) = (width(of: area), height(of: area))
        self.rows(of: area) { row, y in
            let line = y * rows / height * columns
            for column in 0..<columns {
                // The pixels x for which x * columns / width equals this column.
                let cell = (column * width + columns - 1) / columns..<((column + 1) * width + columns - 1) / columns
                sums[line + column] += row[cell].reduce(0) { $0 + Int($1) }
                counts[line + column] += cell.count
            }
        }
        // A chroma plane may have fewer samples than there are cells.
        return zip(sums, counts).map { $1 == 0 ? (isLuma ? 16 : 128) : UInt8(clamping: ($0 + $1 / 2) / $1) }
    }
}

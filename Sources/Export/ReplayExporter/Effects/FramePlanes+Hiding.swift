import FFmpeg

/// How parts of a frame are hidden. All that is left of what was there is four averages, so that neither sharpening nor many
/// frames bring it back.
extension FramePlanes {
    /// Averages, across and down.
    private static let cells = 2
    /// Pixelated, the longer side of an area is made of so many squares.
    private static let squares = 16
    /// No square is smaller, in pixels.
    private static let minSquare = 8

    /// Paints an area black.
    func cover(_ area: PixelArea) {
        for plane in planes {
            let value: UInt8 = plane.isLuma ? 16 : 128
            plane.rows(of: area) { row, _ in row.update(repeating: value) }
        }
    }

    /// Paints an area in colours that run into each other.
    func blur(_ area: PixelArea) {
        paint(area, width: area.width, height: area.height)
    }

    /// Paints an area in squares.
    func pixelate(_ area: PixelArea) {
        let side = max(Self.minSquare, (max(area.width, area.height) + Self.squares - 1) / Self.squares)
        paint(area, width: (area.width + side - 1) / side, height: (area.height + side - 1) / side)
    }

    /// Paints an area in the colours between its averages, in so many steps across and down.
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

/// How much of the second of two averages a place has that stand a quarter of the length from its ends.
private struct Blend {
    /// In 256ths.
    let weight: Int

    /// - Parameter steps: how many different ones there are along the length, 1 at least.
    static func table(_ length: Int, steps: Int) -> [Blend] {
        (0..<length).map { place in
            // In 512ths of the length, of the middle of the step.
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
    func width(of area: PixelArea) -> Int { isLuma ? area.width : area.width / 2 }

    func height(of area: PixelArea) -> Int { isLuma ? area.height : area.height / 2 }

    /// Calls `body` with each row of an area, and its number.
    func rows(of area: PixelArea, _ body: (UnsafeMutableBufferPointer<UInt8>, Int) -> Void) {
        let (x, y) = isLuma ? (area.x, area.y) : (area.x / 2, area.y / 2)
        for row in 0..<height(of: area) { body(self.row(y + row, x..<x + width(of: area)), row) }
    }

    /// The average values of the cells that an area is divided into.
    fileprivate func averages(of area: PixelArea, columns: Int, rows: Int) -> [UInt8] {
        var sums = Array(repeating: 0, count: columns * rows)
        var counts = sums
        let (width, height) = (width(of: area), height(of: area))
        self.rows(of: area) { row, y in
            let line = y * rows / height * columns
            for column in 0..<columns {
                // The pixels x for which x * columns / width is this column.
                let cell = (column * width + columns - 1) / columns..<((column + 1) * width + columns - 1) / columns
                sums[line + column] += row[cell].reduce(0) { $0 + Int($1) }
                counts[line + column] += cell.count
            }
        }
        // A plane of chroma may have fewer samples than there are cells.
        return zip(sums, counts).map { $1 == 0 ? (isLuma ? 16 : 128) : UInt8(clamping: ($0 + $1 / 2) / $1) }
    }
}

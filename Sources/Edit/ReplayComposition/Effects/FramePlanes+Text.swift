import FFmpeg
import TextRendering

/// Methods that draw text over a frame. The text is grey, which has the same chroma in each colour matrix.
extension FramePlanes {
    /// Blends a grey layer over the frame with the opacity of each pixel. The layer must lie inside the frame.
    func draw(_ layer: TextLayer) {
        for plane in planes {
            if plane.isLuma { plane.drawLuma(layer) } else { plane.drawChroma(layer) }
        }
    }
}

extension FramePlanes.Plane {
    fileprivate func drawLuma(_ layer: TextLayer) {
        // Limited range, as in every output.
        let value = 16 + (Int(layer.grey) * 219 + 127) / 255
        layer.opacity.withUnsafeBufferPointer { opacity in
            for y in 0..<layer.height {
                let row = row(layer.y + y, columns: layer.x..<layer.x + layer.width)
                for x in row.indices { row[x] = row[x].mixed(with: value, Int(opacity[y * layer.width + x])) }
            }
        }
    }

    /// Moves the chroma towards neutral, by the average opacity of each 2x2 pixels.
    fileprivate func drawChroma(_ layer: TextLayer) {
        let columns = layer.x / 2..<(layer.x + layer.width + 1) / 2
        layer.opacity.withUnsafeBufferPointer { opacity in
            for y in layer.y / 2..<(layer.y + layer.height + 1) / 2 {
                let row = row(y, columns: columns)
                for x in row.indices {
                    var sum = 0
                    for line in (2 * y..<2 * y + 2) where (layer.y..<layer.y + layer.height).contains(line) {
                        for column in 2 * (columns.lowerBound + x)..<2 * (columns.lowerBound + x) + 2
                        where (layer.x..<layer.x + layer.width).contains(column) {
                            sum += Int(opacity[(line - layer.y) * layer.width + column - layer.x])
                        }
                    }
                    row[x] = row[x].mixed(with: 128, (sum + 2) / 4)
                }
            }
        }
    }
}

import FFmpeg
import TextRendering

/// Methods that draw texts and figures over a frame.
extension FramePlanes {
    /// Blends a layer over the frame with the opacity of each pixel. The layer must lie inside the frame.
    /// - Parameter colours: The colour space of the frame.
    func draw(_ layer: DrawnLayer, in colours: ColourSpace) {
        let colour = DrawnColour(layer.colour, in: colours)
        for (plane, value) in zip(planes, [colour.luma, colour.blueDifference, colour.redDifference]) {
            if plane.isLuma { plane.drawLuma(layer, value) } else { plane.drawChroma(layer, value) }
        }
    }
}

extension DrawnColour {
    fileprivate init(_ colour: LayerColour, in colours: ColourSpace) {
        self.init(red: Double(colour.red), green: Double(colour.green), blue: Double(colour.blue), in: colours)
    }
}

extension FramePlanes.Plane {
    fileprivate func drawLuma(_ layer: DrawnLayer, _ value: Int) {
        layer.opacity.withUnsafeBufferPointer { opacity in
            for y in 0..<layer.height {
                let row = row(layer.y + y, columns: layer.x..<layer.x + layer.width)
                for x in row.indices { row[x] = row[x].mixed(with: value, Int(opacity[y * layer.width + x])) }
            }
        }
    }

    /// Moves the chroma towards a value, by the average opacity of each 2x2 pixels.
    fileprivate func drawChroma(_ layer: DrawnLayer, _ value: Int) {
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
                    row[x] = row[x].mixed(with: value, (sum + 2) / 4)
                }
            }
        }
    }
}

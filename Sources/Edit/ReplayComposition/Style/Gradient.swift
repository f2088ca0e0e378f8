import FFmpeg
import Glibc
import ReplayTimeline

/// A background of colours that blend into each other.
struct Gradient {
    private enum Kind {
        /// The colours at equal distances along a direction: its sine and cosine.
        case linear(sine: Double, cosine: Double)
        /// The colours of the four corners, clockwise from the upper left one.
        case mesh
    }

    private let kind: Kind
    /// The luma, blue difference and red difference of each colour.
    private let stops: [SIMD3<Double>]
    private let size: Composition.FrameSize

    /// - Returns: Nil if the background does not consist of colours.
    init?(_ background: StyleBackground, size: Composition.FrameSize, colours: ColourSpace) {
        self.size = size
        let stops: [StyleColour]
        switch background {
        case .colour(let colour): (kind, stops) = (.linear(sine: 0, cosine: 1), [colour, colour])
        case .gradient(let colours, let angle):
            let turn = Double(angle) * .pi / 180
            (kind, stops) = (.linear(sine: sin(turn), cosine: cos(turn)), colours)
        case .mesh(let colours): (kind, stops) = (.mesh, colours)
        case .blur, .image: return nil
        }
        self.stops = stops.map {
            DrawnColour.samples(red: Double($0.red), green: Double($0.green), blue: Double($0.blue), in: colours)
        }
    }

    /// Fills a frame.
    func draw(on planes: FramePlanes) {
        for (component, plane) in planes.planes.enumerated() {
            let step = plane.isLuma ? 1 : 2
            let (width, height) = (size.width / step, size.height / step)
            for y in 0..<height {
                let row = plane.row(y, columns: 0..<width)
                for x in 0..<width {
                    let value = value(
                        component, x: (Double(x) + 0.5) * Double(step), y: (Double(y) + 0.5) * Double(step))
                    row[x] = Dither.byte(Float(value), x: x, y: y)
                }
            }
        }
    }

    private func value(_ component: Int, x: Double, y: Double) -> Double {
        let (width, height) = (Double(size.width), Double(size.height))
        switch kind {
        case .linear(let sine, let cosine):
            // The length at which the first and the last colour reach the corners, as in CSS Images 3, 3.1.
            let length = abs(width * sine) + abs(height * cosine)
            let place = ((x - width / 2) * sine - (y - height / 2) * cosine) / length + 0.5
            let scaled = min(max(0, place), 1) * Double(stops.count - 1)
            let first = min(Int(saturating: scaled), stops.count - 2)
            return Self.mix(stops[first][component], stops[first + 1][component], scaled - Double(first))
        case .mesh:
            let (across, down) = (Self.eased(x / width), Self.eased(y / height))
            return Self.mix(
                Self.mix(stops[0][component], stops[1][component], across),
                Self.mix(stops[3][component], stops[2][component], across), down)
        }
    }

    private static func mix(_ first: Double, _ second: Double, _ place: Double) -> Double {
        first + (second - first) * place
    }

    /// 3x² - 2x³, whose slope is 0 at both ends.
    private static func eased(_ place: Double) -> Double { place * place * (3 - 2 * place) }
}

import CPixels
import Foundation
import ReplayTestSupport
import Testing

/// Checks `pixels_enlarge` against an exact computation.
@Suite struct FrameZoomTests {
    private struct Plane {
        let width: Int
        let height: Int
        var samples: [UInt8]

        init(_ width: Int, _ height: Int, _ value: (Int, Int) -> UInt8) {
            (self.width, self.height) = (width, height)
            samples = (0..<width * height).map { value($0 % width, $0 / width) }
        }

        func at(_ x: Int, _ y: Int) -> Double {
            Double(samples[min(max(0, y), height - 1) * width + min(max(0, x), width - 1)])
        }

        func enlarged(_ window: pixels_window, _ width: Int, _ height: Int) -> Plane {
            var result = Plane(width, height) { _, _ in 77 }
            var space = [UInt8](repeating: 0, count: pixels_enlarge_space(Int32(width)))
            samples.withUnsafeBufferPointer { samples in
                let plane = pixels_plane(
                    samples: samples.baseAddress, stride: Int64(self.width), width: Int32(self.width),
                    height: Int32(self.height))
                space.withUnsafeMutableBytes { space in
                    result.samples.withUnsafeMutableBufferPointer {
                        pixels_enlarge(
                            plane, window, $0.baseAddress, Int64(width), Int32(width), Int32(height), space.baseAddress)
                    }
                }
            }
            return result
        }

        /// The value of the cubic interpolation (Catmull-Rom) at a place, before rounding.
        func cubic(_ x: Double, _ y: Double) -> Double {
            func weights(_ f: Double) -> [Double] {
                [
                    -f / 2 + f * f - f * f * f / 2, 1 - 2.5 * f * f + 1.5 * f * f * f,
                    f / 2 + 2 * f * f - 1.5 * f * f * f, -f * f / 2 + f * f * f / 2,
                ]
            }
            let (column, row) = (Int(floor(x)), Int(floor(y)))
            let (across, down) = (weights(x - floor(x)), weights(y - floor(y)))
            var sum = 0.0
            for j in 0..<4 {
                for i in 0..<4 { sum += down[j] * across[i] * at(column + i - 1, row + j - 1) }
            }
            return sum
        }
    }

    @Test("Any window is interpolated exactly to one level, at the edges too")
    func exact() {
        var random = SplitMix64.seeded()
        for _ in 0..<60 {
            let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...30, using: &random))
            let plane = Plane(width, height) { _, _ in .random(in: 0...255, using: &random) }
            let window = pixels_window(
                x: .random(in: 0..<Double(width), using: &random), y: .random(in: 0..<Double(height), using: &random),
                width: .random(in: 0.5...Double(width), using: &random),
                height: .random(in: 0.5...Double(height), using: &random))
            let (columns, rows) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...50, using: &random))
            let found = plane.enlarged(window, columns, rows)
            for y in 0..<rows {
                for x in 0..<columns {
                    let place = (
                        window.x + (Double(x) + 0.5) * window.width / Double(columns) - 0.5,
                        window.y + (Double(y) + 0.5) * window.height / Double(rows) - 0.5
                    )
                    let exact = min(max(0, plane.cubic(place.0, place.1)), 255)
                    #expect(abs(found.at(x, y) - exact) <= 1.1, "\(x) \(y) of \(window)")
                }
            }
        }
    }

    @Test("The whole plane at its own size is the same, and one value stays that value")
    func unchanged() {
        var random = SplitMix64.seeded()
        let plane = Plane(37, 21) { _, _ in .random(in: 0...255, using: &random) }
        #expect(plane.enlarged(pixels_window(x: 0, y: 0, width: 37, height: 21), 37, 21).samples == plane.samples)
        for value: UInt8 in [0, 1, 16, 128, 235, 255] {
            let flat = Plane(20, 20) { _, _ in value }
            let found = flat.enlarged(pixels_window(x: 3.3, y: 4.7, width: 7.1, height: 6.9), 64, 50)
            #expect(found.samples.allSatisfy { $0 == value }, "\(value)")
        }
    }

    @Test("An edge that a window passes moves by the same fraction of a pixel each time")
    func subpixel() {
        let edge = Plane(64, 8) { x, _ in x < 32 ? 16 : 235 }
        // The place of the edge: where the mean level is crossed.
        let places = (0..<20).map { step -> Double in
            let window = pixels_window(x: 16 + Double(step) * 0.1, y: 0, width: 32, height: 8)
            let row = edge.enlarged(window, 64, 16).samples[..<64]
            let next = row.firstIndex { $0 > 125 } ?? 0
            let (low, high) = (Double(row[next - 1]), Double(row[next]))
            return Double(next - 1) + (125.5 - low) / (high - low)
        }
        for (one, next) in zip(places, places.dropFirst()) { #expect(abs(one - next - 0.2) < 0.06) }
    }
}

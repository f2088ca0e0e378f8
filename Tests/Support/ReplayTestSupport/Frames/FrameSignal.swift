import Foundation

/// Rows of 8-bit frames as numbers, to search for the remains of hidden contents.
public struct FrameSignal: Sendable {
    private let values: [Double]
    private let width: Int

    /// Creates the average of the upper rows of frames, pixel by pixel.
    /// - Parameters:
    ///   - width: The width of a row, in pixels.
    ///   - frames: One or more frames with at least `rows` rows.
    public init(average frames: some Collection<Data>, width: Int, rows: Int) {
        var sums = Array(repeating: 0, count: width * rows)
        for frame in frames {
            frame.withUnsafeBytes { frame in
                for place in sums.indices { sums[place] += Int(frame[place]) }
            }
        }
        let count = Double(frames.count)
        self.init(sums.map { Double($0) / count }, width: width)
    }

    private init(_ values: [Double], width: Int) { (self.values, self.width) = (values, width) }

    /// Returns each pixel minus its neighbours. Four pixels at each edge are left out, because they depend on the
    /// outside.
    public func sharpened() -> FrameSignal {
        let rows = values.count / width
        let sharpened = (4..<rows - 4).flatMap { row in
            (4..<width - 4).map { column in
                let place = row * width + column
                let beside = values[place - 1] + values[place + 1] + values[place - width] + values[place + width]
                return 4 * values[place] - beside
            }
        }
        return FrameSignal(sharpened, width: width - 8)
    }

    /// Returns Pearson's correlation, -1 to 1; 0 if one of the signals is constant.
    public func correlation(with other: FrameSignal) -> Double {
        let count = Double(values.count)
        let (mean, otherMean) = (values.reduce(0, +) / count, other.values.reduce(0, +) / count)
        var (product, own, others) = (0.0, 0.0, 0.0)
        for (a, b) in zip(values, other.values) {
            product += (a - mean) * (b - otherMean)
            own += (a - mean) * (a - mean)
            others += (b - otherMean) * (b - otherMean)
        }
        return own * others == 0 ? 0 : product / (own * others).squareRoot()
    }
}

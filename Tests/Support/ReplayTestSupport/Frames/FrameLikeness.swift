import Foundation

/// The likeness of two frames of 8-bit samples with the same size.
public enum FrameLikeness {
    /// Returns the peak signal-to-noise ratio in dB; 100 if the frames are equal.
    public static func signalToNoise(_ frame: Data, _ other: Data) -> Double {
        let sum = frame.withUnsafeBytes { frame in
            other.withUnsafeBytes { other in
                frame.indices.reduce(0) { sum, place in
                    let difference = Int(frame[place]) - Int(other[place])
                    return sum + difference * difference
                }
            }
        }
        return sum == 0 ? 100 : 10 * log10(255 * 255 * Double(frame.count) / Double(sum))
    }

    /// Returns the structural similarity (Wang et al., 2004), up to 1: the mean over blocks of 8 by 8 samples.
    /// - Parameter width: The width of a row, in samples.
    public static func structuralSimilarity(_ frame: Data, _ other: Data, width: Int) -> Double {
        let height = frame.count / width
        return frame.withUnsafeBytes { frame in
            other.withUnsafeBytes { other in
                var (sum, blocks) = (0.0, 0)
                for row in stride(from: 0, through: height - 8, by: 8) {
                    for column in stride(from: 0, through: width - 8, by: 8) {
                        sum += similarity(frame, other, of: row * width + column, width)
                        blocks += 1
                    }
                }
                return sum / Double(blocks)
            }
        }
    }

    /// Returns the similarity of one block, by its sums, which integers hold exactly.
    private static func similarity(
        _ frame: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, of start: Int, _ width: Int
    ) -> Double {
        var (sumA, sumB, squaresA, squaresB, products) = (0, 0, 0, 0, 0)
        for row in 0..<8 {
            for place in start + row * width..<start + row * width + 8 {
                let (a, b) = (Int(frame[place]), Int(other[place]))
                sumA += a
                sumB += b
                squaresA += a * a
                squaresB += b * b
                products += a * b
            }
        }
        let (meanA, meanB) = (Double(sumA) / 64, Double(sumB) / 64)
        let varianceA = (Double(squaresA) - 64 * meanA * meanA) / 63
        let varianceB = (Double(squaresB) - 64 * meanB * meanB) / 63
        let covariance = (Double(products) - 64 * meanA * meanB) / 63
        let (c1, c2) = (6.5025, 58.5225)
        return (2 * meanA * meanB + c1) * (2 * covariance + c2)
            / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
    }
}

internal import CFFmpeg
import Glibc

extension Frame {
    /// How much like another frame this one is: its peak signal-to-noise ratio in dB, over all planes of 8-bit 4:2:0,
    /// at most 100, which is also what frames have that are the same.
    /// - Returns: nil where size or format differ, or the format is another.
    package func signalToNoise(of other: Frame) -> Double? {
        let (mine, theirs) = (pointer.pointee, other.pointer.pointee)
        guard mine.format == theirs.format, mine.format == AV_PIX_FMT_YUV420P.rawValue, width == other.width,
            height == other.height
        else { return nil }
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let error =
            Self.error(mine.data.0, mine.linesize.0, theirs.data.0, theirs.linesize.0, width, height)
            + Self.error(mine.data.1, mine.linesize.1, theirs.data.1, theirs.linesize.1, halfWidth, halfHeight)
            + Self.error(mine.data.2, mine.linesize.2, theirs.data.2, theirs.linesize.2, halfWidth, halfHeight)
        let count = Double(width * height + 2 * halfWidth * halfHeight)
        return error == 0 ? 100 : min(100, 10 * log10(255 * 255 * count / Double(error)))
    }

    private static func error(
        _ first: UnsafeMutablePointer<UInt8>?, _ firstStride: Int32, _ second: UnsafeMutablePointer<UInt8>?,
        _ secondStride: Int32, _ width: Int, _ height: Int
    ) -> Int {
        guard let first, let second else { return 0 }
        var sum = 0
        for row in 0..<height {
            let (left, right) = (first + row * Int(firstStride), second + row * Int(secondStride))
            var rowSum: Int32 = 0
            // A row of 16,384 pixels still fits: 255² times as many is below 2³¹.
            for column in 0..<width {
                let difference = Int32(left[column]) - Int32(right[column])
                rowSum &+= difference &* difference
            }
            sum += Int(rowSum)
        }
        return sum
    }
}

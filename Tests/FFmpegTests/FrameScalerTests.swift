import CFFmpeg
import Testing

@testable import FFmpeg

/// Frames that are painted into a buffer.
@Suite struct FrameScalerTests {
    private func frame(width: Int, height: Int) throws -> Frame {
        try PixelBuffer(width: width, height: height).frame(pts: 0, isKeyframe: false)
    }

    @Test("A frame that cannot be scaled is an error, each time, and the next one is painted")
    func unscalable() throws {
        let buffer = try PixelBuffer(width: 64, height: 64)
        let scaler = FrameScaler(into: buffer)
        try scaler.paint(try frame(width: 32, height: 32))
        // A surface of a graphics card, which swscale does not read.
        let unscalable = try Frame.make {
            ($0.pointee.width, $0.pointee.height, $0.pointee.format) = (16, 16, AV_PIX_FMT_VAAPI.rawValue)
        }
        for _ in 0..<3 {
            #expect(throws: FFmpegError.self) { try scaler.paint(unscalable) }
        }
        try scaler.paint(try frame(width: 48, height: 32))
        #expect(throws: FFmpegError.self) { try scaler.paint(unscalable) }
    }
}

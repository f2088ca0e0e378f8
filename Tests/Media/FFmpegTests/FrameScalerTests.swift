import CFFmpeg
import ReplayTestSupport
import Testing

@testable import FFmpeg

/// Checks frames that are painted into a buffer.
@Suite struct FrameScalerTests {
    private func frame(width: Int, height: Int) throws -> Frame {
        try PixelBuffer(width: width, height: height).frame(pts: 0, isKeyframe: false)
    }

    @Test("A frame that cannot be scaled is an error, each time, and the next one is painted")
    func unscalable() throws {
        let buffer = try PixelBuffer(width: 64, height: 64)
        let scaler = FrameScaler(into: buffer)
        try scaler.paint(try frame(width: 32, height: 32))
        // A surface of a graphics card, which swscale cannot read.
        let unscalable = try Frame.make {
            ($0.pointee.width, $0.pointee.height, $0.pointee.format) = (16, 16, AV_PIX_FMT_VAAPI.rawValue)
        }
        for _ in 0..<3 {
            #expect(throws: FFmpegError.self) { try scaler.paint(unscalable) }
        }
        try scaler.paint(try frame(width: 48, height: 32))
        #expect(throws: FFmpegError.self) { try scaler.paint(unscalable) }
    }

    @Test("A frame is painted in the middle, as large as fits, and what is around it is black")
    func letterbox() throws {
        let buffer = try PixelBuffer(width: 64, height: 64)
        let scaler = FrameScaler(into: buffer)
        try scaler.paint(try SmallVideo.frame(150, width: 32, height: 16, pts: 0))
        #expect(abs(Int(try luma(of: buffer, 32, 32)) - 150) <= 2)
        #expect(try luma(of: buffer, 32, 2) == 16 && luma(of: buffer, 32, 61) == 16)
        // A frame of another shape leaves no pixel of the previous one.
        try scaler.paint(try SmallVideo.frame(90, width: 16, height: 32, pts: 0))
        #expect(abs(Int(try luma(of: buffer, 32, 2)) - 90) <= 2)
        #expect(try luma(of: buffer, 2, 32) == 16 && luma(of: buffer, 61, 32) == 16)
    }

    private func luma(of buffer: PixelBuffer, _ x: Int, _ y: Int) throws -> UInt8 {
        try #require(buffer.luma)[y * buffer.lumaStride + x]
    }

    @Test("Wherever a frame goes, it lies within the canvas, in even places, and fills it in one direction")
    func fit() {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let (width, height) = (
                Int.random(in: 1...16_384, using: &random), Int.random(in: 1...16_384, using: &random)
            )
            let canvas = (
                width: 2 * Int.random(in: 1...2000, using: &random),
                height: 2 * Int.random(in: 1...2000, using: &random)
            )
            let fit = FrameScaler.Fit(width: width, height: height, into: canvas)
            #expect([fit.x, fit.y, fit.width, fit.height].allSatisfy { $0 % 2 == 0 && $0 >= 0 })
            #expect(fit.width >= 2 && fit.height >= 2)
            #expect(fit.x + fit.width <= canvas.width && fit.y + fit.height <= canvas.height)
            #expect(fit.width == canvas.width || fit.height == canvas.height)
        }
    }
}

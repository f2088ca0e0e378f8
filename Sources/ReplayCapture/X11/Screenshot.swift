import CXCB
import FFmpeg
package import ReplaySources

extension XConnection {
    /// The whole screen as it is now, as a JPEG file; made smaller by a whole factor where it is wider than 2560 pixels.
    /// - Throws: `unsupportedDisplay`, `displayLost`, `requestRefused`, or an error of FFmpeg's.
    package func screenshot() throws -> (image: [UInt8], size: PixelSize) {
        try requireSupportedPixels()
        let size = try sizeOfScreen()
        let cookie = xcb_get_image(
            pointer, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), screen.root, 0, 0, UInt16(clamping: size.width),
            UInt16(clamping: size.height), ~0)
        let reply = try reply("an image of the screen", cookie, xcb_get_image_reply)
        guard Int(xcb_get_image_data_length(reply.pointer)) >= size.width * size.height * 4,
            let pixels = xcb_get_image_data(reply.pointer)
        else { throw CaptureError(.requestRefused, "the X display “\(name)” gave less than an image of its screen") }
        let step = (size.width + Self.maxWidth - 1) / Self.maxWidth
        let (width, height) = (size.width / step, size.height / step)
        var rgb = [UInt8](repeating: 0, count: 3 * width * height)
        for row in 0..<height {
            for column in 0..<width {
                let (from, to) = (4 * (row * step * size.width + column * step), 3 * (row * width + column))
                (rgb[to], rgb[to + 1], rgb[to + 2]) = (pixels[from + 2], pixels[from + 1], pixels[from])
            }
        }
        return (try ImageFormat.jpeg.encoded(rgb, width: width, height: height), size)
    }

    /// In pixels.
    private static let maxWidth = 2560
}

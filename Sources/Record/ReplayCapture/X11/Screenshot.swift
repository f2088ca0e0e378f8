import CXCB
import FFmpeg
import ReplaySources

extension XConnection {
    /// Returns the current contents of the whole screen as a JPEG file.
    /// - Throws: `unsupportedDisplay`, `displayLost`, `requestRefused`, or an `FFmpegError`.
    package func screenshot() throws -> [UInt8] {
        try requireSupportedPixels()
        let size = try sizeOfScreen()
        let cookie = xcb_get_image(
            pointer, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), screen.root, 0, 0, UInt16(clamping: size.width),
            UInt16(clamping: size.height), ~0)
        let reply = try reply("an image of the screen", cookie: cookie, receive: xcb_get_image_reply)
        guard Int(xcb_get_image_data_length(reply.pointer)) >= size.width * size.height * 4,
            let pixels = xcb_get_image_data(reply.pointer)
        else {
            throw CaptureError(
                .requestRefused, reason: "the X display “\(name)” returned an incomplete image of its screen")
        }
        var rgb = [UInt8](repeating: 0, count: 3 * size.width * size.height)
        for pixel in 0..<size.width * size.height {
            let (from, to) = (4 * pixel, 3 * pixel)
            (rgb[to], rgb[to + 1], rgb[to + 2]) = (pixels[from + 2], pixels[from + 1], pixels[from])
        }
        return try ImageFormat.jpeg.encoded(rgb, width: size.width, height: size.height)
    }
}

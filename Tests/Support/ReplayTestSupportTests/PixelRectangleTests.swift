import ReplayTestSupport
import Testing

@Suite struct PixelRectangleTests {
    @Test("X11's way of writing a window is read")
    func x11sWayOfWritingAWindowIsRead() {
        #expect(PixelRectangle("1280x720+100+50") == PixelRectangle(width: 1280, height: 720, x: 100, y: 50))
        #expect(PixelRectangle("640x480") == PixelRectangle(width: 640, height: 480, x: 0, y: 0))
        for text in [
            "", "x", "640", "640x", "0x480", "640x480+1", "640x480+1+2+3", "640x480+a+b", "16385x1", "+1+2",
        ] {
            #expect(PixelRectangle(text) == nil)
        }
    }
}

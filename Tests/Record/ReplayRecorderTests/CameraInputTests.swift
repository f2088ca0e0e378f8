import ReplaySources
import Testing

@Suite struct CameraInputTests {
    @Test(
        "A device is named by its path or its name, anything else with its format",
        arguments: [
            ("/dev/video0", "video4linux2", "/dev/video0"), ("video12", "video4linux2", "/dev/video12"),
            ("v4l2:/dev/video1", "video4linux2", "/dev/video1"), ("mpegts:/tmp/a:b", "mpegts", "/tmp/a:b"),
            ("x11grab::1", "x11grab", ":1"), ("lavfi:testsrc2=rate=30,realtime", "lavfi", "testsrc2=rate=30,realtime"),
        ])
    func named(text: String, format: String, address: String) throws {
        let input = try #require(CameraInput(text))
        #expect(input.format == format)
        #expect(input.address == address)
        #expect(CameraInput(input.description) == input)
    }

    @Test(
        "What names no camera is none",
        arguments: ["", "video", "videoX", "video1234", "camera", ":x", "mpegts:", "Mpeg:x", "a b:x", "x:a\nb", "é:x"])
    func refused(text: String) { #expect(CameraInput(text) == nil) }

    @Test("A name that is too long is none")
    func bounded() { #expect(CameraInput("/" + String(repeating: "a", count: 4096)) == nil) }
}

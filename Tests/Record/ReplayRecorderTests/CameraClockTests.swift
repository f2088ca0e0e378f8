import Geometry
import MediaTime
import ReplayCapture
import ReplaySources
import Testing

@Suite struct CameraClockTests {
    private let arrival = HostTime(nanoseconds: 50_000_000_000)

    @Test(
        "A driver's time is used only if it is of the monotonic clock and just past",
        arguments: [
            (49_970_000, 49_970_000_000), (50_000_000, 50_000_000_000), (49_000_000, 49_000_000_000),
            (48_999_999, 50_000_000_000), (50_000_001, 50_000_000_000), (1_795_000_000_000_000, 50_000_000_000),
            (Int64.max, 50_000_000_000), (-1, 50_000_000_000), (nil, 50_000_000_000),
        ] as [(Int64?, Int64)])
    func device(stamp: Int64?, expected: Int64) {
        let clock = CameraClock(mayBeHostClock: true)
        #expect(clock.time(stamp: stamp, arrival: arrival) == HostTime(nanoseconds: expected))
    }

    @Test("Of any other input only the arrival is known")
    func other() {
        let clock = CameraClock(mayBeHostClock: false)
        #expect(clock.time(stamp: 49_970_000, arrival: arrival) == arrival)
    }

    @Test(
        "A track is as large as the camera's frame, up to 1280x720, in its shape and even",
        arguments: [
            ((640, 480), (640, 480)), ((1280, 720), (1280, 720)), ((1920, 1080), (1280, 720)),
            ((1600, 1200), (960, 720)),
            ((321, 241), (320, 240)), ((1080, 1920), (404, 720)), ((1, 1), (2, 2)),
        ])
    func size(camera: (Int, Int), track: (Int, Int)) {
        let size = PixelSize(width: camera.0, height: camera.1).fitted(into: PixelSize(width: 1280, height: 720))
        #expect(size == PixelSize(width: track.0, height: track.1))
    }
}

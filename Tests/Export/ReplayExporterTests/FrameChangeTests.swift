import ReplayComposition
import Testing

@Suite struct FrameChangeTests {
    @Test(
        "The screen's times are kept; a camera changes with it, or by itself where the screen comes much later",
        arguments: [
            (100, 100, 100, true), (100, nil, 100, true), (100, 65, 100, true), (100, 64, 64, false),
            (100, 300, 100, true), (nil, 64, 64, false),
        ] as [(Int64?, Int64?, Int64, Bool)])
    func next(screen: Int64?, camera: Int64?, time: Int64, isOfScreen: Bool) throws {
        let change = try #require(FrameChange(screen: screen, camera: camera, tolerance: 35))
        #expect(change.time == time)
        #expect(change.isOfScreen == isOfScreen)
    }

    @Test("After the last frame of both nothing changes")
    func end() { #expect(FrameChange(screen: nil, camera: nil, tolerance: 35) == nil) }
}

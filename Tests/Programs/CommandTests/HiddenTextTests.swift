import Foundation
import ReplayTestSupport
import Testing

/// Checks that small hidden text cannot be recovered, even if somebody sharpens or averages the frames.
@Suite(.timeLimit(.minutes(30))) struct HiddenTextTests {
    private static let (width, rows) = (320, 60)

    /// Three seconds of small text in the upper rows, over noise that differs from frame to frame.
    private static let movie = SourceMovie(
        "small text", "text.mp4",
        "-f lavfi -i color=gray:s=320x180:r=25:d=3,noise=alls=12:allf=t,"
            + "drawtext=text=Password_xK7q2fLw9Zd4:fontsize=12:fontcolor=white:x=8:y=8,"
            + "drawtext=text=IBAN_DE89370400440532:fontsize=12:fontcolor=black:x=8:y=28,format=yuv420p "
            + SourceMovie.x264)

    @Test(
        "Small text is not in what is hidden, sharpened, frame by frame or as the average of all",
        arguments: ["cover", "blur", "pixelate"])
    func hidden(operation: String) throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.movie)
        try place.result("edit", "\(operation) 1..2 320x60+0+0")
        try place.result("export", "--preset", "original", "-o", "out.mp4")
        let (original, made) = (try TitleTests.luma(place, Self.movie.file), try TitleTests.luma(place, "out.mp4"))
        try #require(original.count == 75 && made.count == 75)
        let wanted = Self.signal(original[25..<50])
        // The method finds the text in visible frames, so it would find it in hidden ones.
        #expect(Self.signal(made[0..<25]).correlation(with: wanted) > 0.9)
        for number in 25..<50 {
            let likeness = Self.signal(made[number..<number + 1]).correlation(with: wanted)
            #expect(abs(likeness) < 0.12, "frame \(number): \(likeness)")
        }
        let likeness = Self.signal(made[25..<50]).correlation(with: wanted)
        #expect(abs(likeness) < 0.12, "the average: \(likeness)")
        print("\(operation): the average of 25 frames, sharpened, is like the text by \(likeness)")
    }

    /// Returns the average of the upper rows, sharpened.
    private static func signal(_ frames: ArraySlice<Data>) -> FrameSignal {
        FrameSignal(average: frames, width: width, rows: rows).sharpened()
    }
}

import ArgumentParser
import ReplayTestSupport

/// Compares a movie with the scene that was recorded.
struct Judge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare a movie with the scene that was recorded.",
        discussion: """
            Prints “frames GOT DRAWN”, “times P95” and for each audio track with beeps “audio NAME OFFSET”: the 95th \
            percentile of how far frames are from their times, and the median by which audio comes after its frame, \
            in ms.
            """)

    @Argument(help: "The movie.")
    var movie: String

    @Option(help: "The file of the drawn frames that “show --log” has written.")
    var log: String

    @Option(help: "The size of the screen, as WxH.")
    var size: String

    func run() throws {
        let sides = size.split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { throw ValidationError("A size is WxH, such as 1920x1080.") }
        let probe = MediaProbe(path: movie)
        let frames = try probe.clocks(at: SceneLayout(width: sides[0], height: sides[1]).barcode)
        try judgeFrame(frames)
        let audio = [("application", BeepSource.frequency), ("microphone", BeepSource.microphoneFrequency)]
        for (track, (name, frequency)) in audio.enumerated() {
            let beeps = try probe.audio(track: track).beeps(frequency: frequency)
            let offsets = AudioOffset.microseconds(beeps: beeps, frames: frames).sorted()
            guard !offsets.isEmpty else { continue }
            print("audio", name, Double(offsets[offsets.count / 2]) / 1000)
        }
    }

    /// Prints how many frames drawn between the first and the last clock are in the movie. Also prints the 95th
    /// percentile of the time errors, in milliseconds.
    private func judgeFrame(_ frames: [FrameClock]) throws {
        let seen = frames.compactMap(\.clock)
        guard let first = seen.first, let last = seen.last else {
            throw ValidationError("The movie shows no scene.")
        }
        let drawn = try FrameLog.read(path: log).map(\.time).filter { (first...last).contains($0) }
        let got = Set(seen).intersection(drawn).count
        print("frames", got, drawn.count)
        let origins = frames.compactMap { frame in
            frame.clock.map { Int64($0) - frame.time.converted(to: 1_000_000, rounding: .nearest).value }
        }.sorted()
        let epoch = origins[origins.count / 2]
        let errors = origins.map { abs($0 - epoch) }.sorted()
        print("times", Double(errors[errors.count * 95 / 100]) / 1000)
    }
}

import ArgumentParser
import Foundation
import ReplayTestSupport

/// Shows a scene whose frames show their own time, and plays beeps by the same clock.
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a frame that tells its own time, and play beeps by the same clock.",
        discussion: """
            Writes "ready" to standard output when the first frame is on the screen. Beeps are heard at each full \
            second of CLOCK_MONOTONIC. Ends with 69 when there is no display or audio server.
            """)

    @Option(help: "What to show: motion, typing, still or pulsed.")
    var scene: SceneKind = .motion

    @Option(help: "Frames per second, 1 to 1000.")
    var rate = 60

    @Option(help: "How long, in seconds; without it until interrupted.")
    var seconds: Int?

    @Option(help: "A file for the drawn frames, one JSON object a line: time and finished, in microseconds.")
    var log: String?

    @Option(help: "The display, instead of DISPLAY.")
    var display: String?

    @Option(help: "The Wayland display, a socket's name or path, in place of an X display.")
    var wayland: String?

    @Option(help: "The window, as WxH+X+Y; without it the whole screen.")
    var window: PixelRectangle?

    @Option(help: "How long a pulsed scene moves, in seconds.")
    var motion = 2

    @Option(help: "How long a pulsed scene then stands still, in seconds.")
    var still = 2

    @Option(help: "A sink to play beeps of 1000 Hz to.")
    var sink: String?

    @Option(help: "A sink to play beeps of 1600 Hz to, for a microphone.")
    var microphoneSink: String?

    func validate() throws {
        guard (1...1000).contains(rate) else {
            throw ValidationError("The rate is 1 to 1000 frames per second.")
        }
        guard (1...86400).contains(motion), (1...86400).contains(still), (1...86400).contains(seconds ?? 1)
        else {
            throw ValidationError("A stretch lasts 1 to 86400 seconds.")
        }
    }

    func run() throws {
        do {
            let audio = try [(sink, BeepSource.frequency), (microphoneSink, BeepSource.microphoneFrequency)]
                .compactMap { sink, frequency in
                    try sink.map { try BeepSource(sink: $0, frequency: frequency) }
                }
            try show()
            for audio in audio { try audio.stop() }
        } catch let error as SceneError {
            FileHandle.standardError.write(Data("replay-scene: \(error)\n".utf8))
            throw ExitCode(EX_UNAVAILABLE)
        }
    }

    private func show() throws {
        let configuration = SceneConfiguration(
            kind: scene, rate: rate, display: display, waylandDisplay: wayland, window: window, motionSeconds: motion,
            stillSeconds: still)
        let frameLog = try log.map { try FrameLog(path: $0) }
        var isFirst = true
        try ClockScene(configuration).run(nanoseconds: seconds.map { UInt64($0) * 1_000_000_000 }) { frame in
            frameLog?.write(frame)
            if isFirst { FileHandle.standardOutput.write(Data("ready\n".utf8)) }
            isFirst = false
        }
    }
}

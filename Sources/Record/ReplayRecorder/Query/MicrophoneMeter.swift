import Glibc
import ReplayCapture
import ReplayControl
import ReplaySources
import Synchronization

/// A meter that reports the level of a microphone to a program and stores no audio.
enum MicrophoneMeter {
    /// The interval between two answers: 4,800 samples at 48 kHz, which is 0.1 s.
    private static let interval = 4800

    private struct Peak {
        private var level: Float = 0
        private var count = 0

        /// - Returns: The peak of the last samples, or nil if fewer than `interval` samples have arrived since the last
        ///   report.
        mutating func take(_ samples: UnsafeBufferPointer<Float>) -> Float? {
            level = samples.reduce(level) { max($0, abs($1)) }
            count += samples.count
            guard count >= interval else { return nil }
            defer { self = Peak() }
            return min(1, level)
        }
    }

    /// Reports levels until the process ends.
    /// - Throws: `CaptureError`, also if the administrator's policy forbids the microphone.
    static func run(_ name: String?, server: String?, to owner: LineSocket) throws(CaptureError) {
        var configuration = RecordingConfiguration()
        configuration.audio = [.microphone]
        do throws(RecorderError) {
            try RecordingPolicy.check(configuration)
        } catch {
            throw CaptureError(.requestRefused, reason: error.description)
        }
        let peak = Mutex(Peak())
        let capture = try AudioCapture.open([.microphone(named: name)], server: server) { _, event in
            guard case .samples(let samples, _) = event, let level = peak.withLock({ $0.take(samples) }) else { return }
            var answer = SourceAnswer()
            answer.level = level
            // A program that reads too slowly misses some answers.
            _ = owner.sendNow(ControlLine.encode(answer)[...])
        }
        withExtendedLifetime(capture) { while true { pause() } }
    }
}

import Glibc
import ReplayCapture
import ReplayControl
import ReplaySources
import Synchronization

/// Tells a program how loud a microphone is, and keeps nothing of it.
enum MicrophoneMeter {
    /// Between two answers, in samples of a second’s 48,000.
    private static let interval = 4800

    private struct Peak {
        private var level: Float = 0
        private var count = 0

        /// - Returns: the loudest of the last samples; nil: too few have come since the last one was told.
        mutating func take(_ samples: UnsafeBufferPointer<Float>) -> Float? {
            level = samples.reduce(level) { max($0, abs($1)) }
            count += samples.count
            guard count >= interval else { return nil }
            defer { self = Peak() }
            return min(1, level)
        }
    }

    /// Goes on until the process ends.
    /// - Throws: `CaptureError`, also where the administrator forbids the microphone.
    static func run(_ name: String?, server: String?, to owner: LineSocket) throws(CaptureError) {
        var configuration = RecordingConfiguration()
        configuration.audio = [.microphone]
        do throws(RecorderError) {
            try RecordingPolicy.check(configuration)
        } catch {
            throw CaptureError(.requestRefused, error.description)
        }
        let peak = Mutex(Peak())
        let capture = try AudioCapture.open([.microphone(named: name)], server: server) { _, event in
            guard case .samples(let samples, _) = event, let level = peak.withLock({ $0.take(samples) }) else { return }
            var answer = SourceAnswer()
            answer.level = level
            // A program that does not read misses some.
            _ = owner.sendNow(ControlLine.encode(answer)[...])
        }
        withExtendedLifetime(capture) { while true { pause() } }
    }
}

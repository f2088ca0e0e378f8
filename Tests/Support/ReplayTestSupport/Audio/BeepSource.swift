import Foundation
import Synchronization

/// Plays a beep of 100 ms to a PulseAudio sink at each full second of CLOCK_MONOTONIC.
///
/// The time of a sample is the time at which the sink reports to play it. The sink is asked ten times a second, and the
/// median of the last two seconds is used. With a null sink, this repeats to 0.1 ms. A reader of the monitor that uses
/// its signed latency finds the beep within 0.3 ms, if it requests fragments of up to 15 ms. With 20 ms or more,
/// PulseAudio 16 delays audio without reporting it, and the beep is found 9.8 ms late. The beeps end with this object.
public final class BeepSource: Sendable {
    /// The pitch for application audio, in hertz.
    public static let frequency = 1000
    /// The pitch for the microphone, in hertz. A detector of one pitch does not hear the other.
    public static let microphoneFrequency = 1600

    private let isStopped = Atomic(false)
    private let failure = Mutex<SceneError?>(nil)
    private let start = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()

    /// Starts to play, and returns when the latency of a sample is known.
    ///
    /// - Parameters:
    ///   - sink: The sink's name.
    ///   - frequency: The pitch, in hertz.
    ///   - server: The server's address; nil for PULSE_SERVER.
    /// - Throws: ``SceneError`` if there is no such server or sink.
    public init(sink: String, frequency: Int = BeepSource.frequency, server: String? = nil) throws {
        end.enter()
        let thread = Thread { [weak self, start, end] in
            do throws(SceneError) {
                let stream = try PlaybackStream(sink: sink, server: server)
                try Self.play(BeepTone(frequency: frequency), to: stream, start: start) {
                    self?.isPlaying ?? false
                }
            } catch {
                self?.failure.withLock { $0 = error }
            }
            start.signal()
            end.leave()
        }
        thread.start()
        start.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Stops the audio.
    ///
    /// - Throws: ``SceneError`` if the server was lost meanwhile.
    public func stop() throws {
        isStopped.store(true, ordering: .relaxed)
        end.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private var isPlaying: Bool { !isStopped.load(ordering: .relaxed) }

    private static func play(
        _ tone: BeepTone, to stream: PlaybackStream, start: DispatchSemaphore, while isPlaying: () -> Bool
    ) throws(SceneError) {
        var tone = tone
        var origins = OriginEstimate()
        while isPlaying() {
            guard stream.turn() else { throw SceneError("The audio server is lost.") }
            if origins.isDue { origins.add(stream.measureOrigin()) }
            if origins.isSettled { start.signal() }
            let wanted = stream.wanted
            if wanted > 0 { stream.write(tone.render(count: wanted, origin: origins.median)) }
        }
    }
}

import Foundation
import Synchronization

/// Plays to a PulseAudio sink a beep that is heard when CLOCK_MONOTONIC passes a full second; it lasts 100 ms.
///
/// "Heard" is when the sink plays the sample by its own account, which is asked ten times a second; the median of the
/// last two seconds holds. With a null sink that repeats to 0.1 ms. A reader of the monitor, going by its signed latency,
/// finds the beep within 0.3 ms of there when it asks for fragments of up to 15 ms. With 20 ms or more PulseAudio 16
/// holds back what it does not account for, and the beep is found 9.8 ms late. It ends with this object.
public final class BeepSource: Sendable {
    /// The pitch for the audio of applications, in hertz.
    public static let frequency = 1000
    /// The pitch for the microphone, in hertz. A detector of one does not hear the other.
    public static let microphoneFrequency = 1600

    private let isStopped = Atomic(false)
    private let failure = Mutex<SceneError?>(nil)
    private let start = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()

    /// Starts to play, and returns when it is known how long a sample takes to be heard.
    ///
    /// - Parameters:
    ///   - sink: the sink's name.
    ///   - frequency: the pitch in hertz.
    ///   - server: the server's address; `nil` for PULSE_SERVER.
    /// - Throws: ``SceneError`` when there is no such server or sink.
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

    /// Ends the audio.
    ///
    /// - Throws: ``SceneError`` when the server was lost on the way.
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

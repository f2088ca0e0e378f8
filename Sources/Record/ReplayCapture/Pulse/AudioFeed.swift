import MediaTime
import ReplaySources

/// The events of one audio source in order of time, independent of changes in the underlying streams.
///
/// All calls are made with the loop's lock held.
final class AudioFeed {
    let source: AudioInput
    private let handler: @Sendable (AudioInput, AudioEvent) -> Void
    private let onChange: () -> Void
    private var streams: [AudioTarget: AudioStream] = [:]
    /// The mixer for the streams of one application. A device has only one stream and no mixer.
    private var mixer: AudioMixer?
    /// The end time of the delivered samples.
    private var deliveredEnd = HostTime.now
    /// True if the last delivered samples were filled-in silence. Late audio must not overlap it.
    private var isFilling = true
    /// The error because of which nothing can be recorded, or nil.
    private(set) var failure: CaptureError?
    /// True if the server has the source. Its streams may not run yet.
    private var isFound = false
    /// True if all streams of the source run.
    private(set) var isAttached = false

    /// True if the source has delivered samples.
    private(set) var hasDelivered = false
    /// True if the source should have delivered by now: it is an input, or a program plays.
    private(set) var isExpected = false
    /// True if the handler was told that nothing has been delivered yet.
    private var isAwaited = false

    /// The delay of filled-in silence, so that late samples still find their place.
    private static let lag = Duration.milliseconds(150)
    /// The maximum gap or overlap of consecutive samples. Times that differ more are those of another stream.
    private static let hole = Duration.milliseconds(5)
    private static let silence = [Float](repeating: 0, count: 9_600)

    /// Creates the feed without streams.
    /// - Parameter onChange: Called when a stream runs or has failed.
    init(
        _ source: AudioInput, handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void,
        onChange: @escaping () -> Void
    ) {
        self.source = source
        self.handler = handler
        self.onChange = onChange
        if case .application(matching: _?) = source {
            mixer = AudioMixer(channels: source.channels, start: deliveredEnd)
        }
    }

    /// Starts and ends streams according to the server's current inventory.
    func follow(_ inventory: PulseInventory, on connection: PulseConnection) {
        do throws(CaptureError) {
            let targets = try inventory.targets(for: source)
            isExpected = !hasDelivered && inventory.hasAudio(for: source)
            for target in streams.keys where !targets.contains(target) { drop(target) }
            for target in targets where streams[target] == nil {
                streams[target] = try AudioStream(
                    target, channels: source.channels, on: connection, onChange: onChange,
                    onSamples: { [weak self] samples, time in self?.take(samples, at: time, of: target) })
            }
            isFound = true
            checkStreams()
        } catch {
            lose(error)
        }
    }

    /// Checks the states of the streams.
    func checkStreams() {
        var isRunning = true
        for (target, stream) in streams {
            switch stream.state {
            case .beginning: isRunning = false
            case .running: break
            case .failed(let error):
                drop(target)
                // If an application's stream ends, the source is not lost.
                if mixer == nil { return lose(error) }
            }
        }
        if isRunning && isFound { recover() }
    }

    /// Ends the streams, because the source is gone.
    func lose(_ error: CaptureError) {
        for target in streams.keys { drop(target) }
        failure = error
        isFound = false
        guard isAttached else { return }
        isAttached = false
        handler(source, .lost(error))
    }

    private func recover() {
        guard !isAttached else { return }
        isAttached = true
        if failure != nil { handler(source, .recovered) }
        failure = nil
    }

    private func drop(_ target: AudioTarget) {
        streams[target] = nil
        mixer?.end(target)
        isFilling = true
    }

    /// Reports that nothing has been delivered yet, if this is the case.
    func tellIfSilent() {
        guard !hasDelivered, !isAwaited, let sentence = silence else { return }
        isAwaited = true
        handler(source, .awaited(sentence))
    }

    private var silence: String? {
        switch source {
        case .application(matching: _?) where streams.isEmpty: "the application plays no audio yet; Replay waits for it"
        case .application: isExpected ? "no application audio has arrived yet; Replay waits for it" : nil
        case .microphone: "no audio has arrived from the microphone yet; Replay waits for it"
        }
    }

    private func noteDelivery() {
        guard !hasDelivered else { return }
        (hasDelivered, isExpected) = (true, false)
        if isAwaited { handler(source, .arrived) }
        onChange()
    }

    private func take(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, of target: AudioTarget) {
        noteDelivery()
        guard mixer != nil else { return deliver(samples, at: time) }
        mixer?.append(samples, at: time, of: target)
        deliverMix(until: deliveredEnd)
    }

    private func deliverMix(until deadline: HostTime) {
        guard let time = mixer?.position, let samples = mixer?.take(until: deadline), !samples.isEmpty else { return }
        samples.withUnsafeBufferPointer { pass($0, at: time) }
    }

    private func deliver(_ samples: UnsafeBufferPointer<Float>, at time: HostTime) {
        if time - deliveredEnd > Self.hole { deliverSilence(until: time) }
        let overlapTime = max(.zero, deliveredEnd - time)
        let overlap = isFilling || overlapTime > Self.hole ? Int(SampleClock.samples(in: overlapTime)) : 0
        isFilling = false
        guard overlap * source.channels < samples.count else { return isFilling = true }
        pass(
            UnsafeBufferPointer(rebasing: samples[(overlap * source.channels)...]),
            at: time + SampleClock.duration(of: Int64(overlap)))
    }

    private func pass(_ samples: UnsafeBufferPointer<Float>, at time: HostTime) {
        handler(source, .samples(samples, at: time))
        deliveredEnd = time + SampleClock.duration(of: Int64(samples.count / source.channels))
    }

    /// Delivers silence for the time in which the source delivered nothing.
    func keepUp(at now: HostTime) {
        let isAsleep = streams.values.reduce(true) { $1.isAsleep(at: now) && $0 }
        if mixer != nil { return deliverMix(until: now - Self.lag) }
        guard isAsleep else { return }
        isFilling = true
        deliverSilence(until: now - Self.lag)
    }

    private func deliverSilence(until end: HostTime) {
        let block = Self.silence.count / source.channels
        Self.silence.withUnsafeBufferPointer { silence in
            while end > deliveredEnd {
                let count = min(block, Int(SampleClock.samples(in: end - deliveredEnd)))
                guard count > 0 else { return }
                pass(UnsafeBufferPointer(rebasing: silence[..<(count * source.channels)]), at: deliveredEnd)
            }
        }
    }
}

import MediaTime
import ReplaySources

/// One source of audio, whatever becomes of the streams it comes from: its events, in order of their times.
///
/// Everything happens with the loop's lock held.
final class AudioFeed {
    let source: AudioInput
    private let handler: @Sendable (AudioInput, AudioEvent) -> Void
    private let onChange: () -> Void
    private var streams: [AudioTarget: AudioStream] = [:]
    /// Adds up the audio tracks of one application; a device has one stream alone.
    private var mixer: AudioMixer?
    /// When what was delivered ends.
    private var deliveredEnd = HostTime.now
    /// Whether what was delivered last was silence of ours, which audio that comes late must not overlap.
    private var isFilling = true
    /// Why there is nothing to record.
    private(set) var failure: CaptureError?
    /// Whether the server has what is wanted; its streams may not run yet.
    private var isFound = false
    /// Whether all that is wanted runs.
    private(set) var isAttached = false

    /// Whether anything has come of the source.
    private(set) var hasDelivered = false
    /// Whether something should have come by now: the source is an input, or a program plays.
    private(set) var isExpected = false
    /// Whether it was told that nothing has come yet.
    private var isAwaited = false

    /// How far behind the present silence ends, so that late samples still find their place.
    private static let lag = Duration.milliseconds(150)
    /// Times of samples that are further apart, or overlap further, are those of another stream: 5 ms.
    private static let hole = Duration.milliseconds(5)
    private static let silence = [Float](repeating: 0, count: 9_600)

    /// - Parameter onChange: called when a stream runs or has failed.
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

    /// Records what the server has now.
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

    /// Looks at what became of the streams.
    func checkStreams() {
        var isRunning = true
        for (target, stream) in streams {
            switch stream.state {
            case .beginning: isRunning = false
            case .running: break
            case .failed(let error):
                drop(target)
                // An application that falls silent is nothing lost.
                if mixer == nil { return lose(error) }
            }
        }
        if isRunning && isFound { recover() }
    }

    /// The source is gone: its streams are ended.
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

    /// Tells that nothing has come yet, if that is so.
    func tellIfSilent() {
        guard !hasDelivered, !isAwaited, let sentence = silence else { return }
        isAwaited = true
        handler(source, .awaited(sentence))
    }

    private var silence: String? {
        switch source {
        case .application(matching: _?) where streams.isEmpty: "the application plays no audio yet; it is waited for"
        case .application: isExpected ? "no application audio has come yet; it is waited for" : nil
        case .microphone: "nothing has come from the microphone yet; it is waited for"
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

    /// Fills with silence what should have come.
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

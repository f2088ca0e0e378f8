import ReplayTestSupport
import Testing

@Suite struct BeepTests {
    private func recording(frequency: Int, origin: Int, seconds: Int) -> [Float] {
        var random = SplitMix64.seeded()
        var tone = BeepTone(frequency: frequency)
        var samples: [Int16] = []
        while samples.count < seconds * BeepTone.sampleRate {
            // The estimate of the origin jitters, as in reality.
            let estimate = origin + Int.random(in: -200_000...200_000, using: &random)
            samples += tone.render(count: .random(in: 1...2000, using: &random), origin: estimate)
        }
        return samples.map { Float($0) / 32768 }
    }

    @Test("A beep begins at each full second of the clock", arguments: [0, 1, 123_456_789, 999_999_999])
    func beepBeginsAtEachFullSecond(origin: Int) {
        let onsets = BeepDetector().onsets(in: recording(frequency: 1000, origin: origin, seconds: 6))
        #expect(onsets.count >= 5)
        for onset in onsets {
            let heard = origin + onset * 1_000_000_000 / 48000
            let past = (heard + 500_000_000) % 1_000_000_000 - 500_000_000
            #expect(abs(past) < 500_000, "\(past) ns past the second")
        }
    }

    @Test("A detector does not hear the other pitch")
    func detectorDoesNotHearTheOtherPitch() {
        let app = recording(frequency: BeepSource.frequency, origin: 0, seconds: 4)
        let microphone = recording(frequency: BeepSource.microphoneFrequency, origin: 500_000_000, seconds: 4)
        let both = zip(app, microphone).map { $0 * 0.5 + $1 * 0.5 }
        let expected = BeepDetector(frequency: BeepSource.microphoneFrequency).onsets(in: microphone)
        let heard = BeepDetector(frequency: BeepSource.microphoneFrequency).onsets(in: both)
        #expect(zip(expected, heard).allSatisfy { abs($0 - $1) <= 2 } && expected.count == heard.count)
    }

    @Test("There is no beep in silence or noise")
    func thereIsNoBeepInSilenceOrNoise() {
        var random = SplitMix64.seeded()
        #expect(BeepDetector().onsets(in: []).isEmpty)
        #expect(BeepDetector().onsets(in: Array(repeating: 0, count: 48000)).isEmpty)
        let noise = (0..<48000).map { _ in Float.random(in: -0.02...0.02, using: &random) }
        #expect(BeepDetector().onsets(in: noise).isEmpty)
    }
}

import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks the activity that the recorder notes, and that `replay trim --idle` uses.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ActivityTests {
    private struct Report: Decodable { let ranges: [TimeRange] }

    private func recording(_ place: Workplace) throws -> Recording {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
    }

    private func levels(_ recording: Recording) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: recording.path + "/levels-1.bin")))
    }

    /// Returns the peak of each packet of 1024 samples, as an independent decoder decodes it.
    private func peaks(_ recording: Recording) throws -> [Float] {
        let samples = try MediaProbe(path: recording.path + "/movie.mp4").audio().samples
        return stride(from: 0, to: samples.count, by: 1024).map { start in
            samples[start..<min(start + 1024, samples.count)].reduce(0) { max($0, abs($1)) }
        }
    }

    @Test("Each audio packet's loudness is noted, over a resumption too, and silence is found without decoding")
    func levels() throws {
        let place = try Workplace(screen: (320, 180), hasAudio: true)
        let audio = try #require(place.audio)
        let beeps = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let id = try place.replay("record", "--audio", "app", "--duration", "3500ms").line
        #expect(try place.replay("record", "--audio", "app", "--resume", id, "--duration", "2500ms").status == 0)
        try beeps.stop()
        let (recording, levels) = (try recording(place), try levels(recording(place)))
        let peaks = try peaks(recording)
        #expect(abs(levels.count - peaks.count) <= 2, "\(levels.count) levels, \(peaks.count) packets")
        // An encoder spreads loud audio over the adjacent packets.
        var compared = 0
        for place in 2..<min(levels.count, peaks.count) - 2
        where Set(levels[place - 2...place + 2].map(isLoud)).count == 1 {
            #expect(levels[place] > 0)
            let level = Double(levels[place]) / 2 - 127.5
            // The mix to one channel makes audio that both channels share 3 dB louder.
            let heard = 20 * log10(Double(max(peaks[place], 1e-6))) - 3
            #expect(isLoud(levels[place]) ? abs(level - heard) < 1 : heard < -40, "\(place): \(level) dB, \(heard) dB")
            compared += 1
        }
        #expect(compared > 150)
        let found: Report = try place.replay("trim", "--silence", "-40dB,0.1s", "--dry-run", "--json").json()
        #expect(found.ranges.count >= 4)
        // Without the notes, the audio is decoded, with the same result.
        try FileManager.default.removeItem(atPath: recording.path + "/levels-1.bin")
        let decoded: Report = try place.replay("trim", "--silence", "-40dB,0.1s", "--dry-run", "--json").json()
        for hundredth in 0..<600 {
            let time = Double(hundredth) / 100
            func isNear(_ range: TimeRange) -> Bool {
                abs(range.start.seconds - time) < 0.05 || abs(range.end.seconds - time) < 0.05
            }
            // A beep that the beginning or the end of a recorder cuts is audible for an instant, or lost in one packet.
            guard time > 0.5, abs(time - 3.5) > 0.5, !(found.ranges + decoded.ranges).contains(where: isNear) else {
                continue
            }
            func isSilent(_ ranges: [TimeRange]) -> Bool {
                ranges.contains { $0.start.seconds < time && time < $0.end.seconds }
            }
            #expect(isSilent(found.ranges) == isSilent(decoded.ranges), "\(time): \(found.ranges) \(decoded.ranges)")
        }
    }

    private func isLoud(_ level: UInt8) -> Bool { level > 255 - 2 * 40 }

    @Test("A still screen is idle while it is still, whatever keyframes come meanwhile")
    func still() throws {
        let place = try Workplace(screen: (320, 180))
        let scene = try RunningScene(
            SceneConfiguration(kind: .pulsed, rate: 30, display: place.screen?.display, stillSeconds: 5))
        #expect(try place.replay("record", "--audio", "none", "--duration", "14s").status == 0)
        _ = try scene.stop()
        let recording = try recording(place)
        let end = try #require(recording.facts.ending?.duration).seconds
        let movie = MediaProbe(path: recording.path + "/movie.mp4")
        let frames = try movie.clocks(at: SceneLayout(width: 320, height: 180).barcode)
        let found: Report = try place.replay("trim", "--idle", "1s", "--margin", "0", "--dry-run", "--json").json()
        // The clock in the frame stops with the scene.
        let changes = zip(frames, frames.dropFirst()).filter { $0.clock != $1.clock }.map(\.1.time.seconds)
        let stills = zip([0] + changes, changes + [end]).filter { $1 - $0 >= 1 }
        #expect(found.ranges.count == stills.count && stills.count >= 1, "\(found.ranges) \(stills)")
        for (range, still) in zip(found.ranges, stills) {
            // When it stops, the scene removes its flash. A busy machine paints that change late.
            #expect((-0.02..<2.5).contains(range.start.seconds - still.0), "\(found.ranges) \(stills)")
            #expect(abs(range.end.seconds - still.1) < 0.02, "\(found.ranges) \(stills)")
        }
    }
}

import FFmpeg
import MediaTime
import ReplayLibrary
import ReplaySources
import Testing

@testable import ReplayRecording

/// Checks that the audio ends at the requested length, however late the recorder ends it.
@Suite struct AudioEndTests {
    private let epoch = HostTime(nanoseconds: 1_000_000_000)

    @Test("What is heard after the end is not recorded, nor is silence", arguments: [0, 250])
    func end(pause: Int64) throws {
        let control = SessionControl()
        control.begin(with: SessionClock(epoch: epoch), end: 1_000_000_000)
        if pause > 0 {
            control.update { $0.clock.pause(at: epoch + .milliseconds(300)) }
            control.update { $0.clock.resume(at: epoch + .milliseconds(300 + pause)) }
        }
        let track = try AudioTrack(.microphone, streamIndex: 1, control: control)
        var end: Int64 = 0
        func take(_ packets: [Packet]) { end = packets.last.flatMap { $0.pts }.map { $0 + 1024 } ?? end }
        for block in 0..<100 {
            let time = epoch + .milliseconds(block * 20)
            try [Float](repeating: 0.5, count: 960).withUnsafeBufferPointer {
                try track.append($0, at: time, now: .distantFuture, deliver: take)
            }
            try track.fill(to: time, deliver: take)
        }
        try track.end(at: epoch + .seconds(3), deliver: take)
        // Silence fills the last packet.
        #expect((48_000..<48_000 + 1024).contains(end))
    }
}

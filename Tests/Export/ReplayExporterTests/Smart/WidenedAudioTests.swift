import Foundation
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayExporter

/// Checks the mono packets of a microphone in a stereo export, decoded by ffmpeg's command line.
@Suite struct WidenedAudioTests {
    private func samples(of path: String, track: Int, channel: Int) throws -> [Float] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-map", "0:a:\(track)", "-af",
            "pan=mono|c0=c\(channel)", "-f", "f32le", "-",
        ])
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func recording(_ origin: RecordingFacts.Origin) throws -> CodedRecording {
        try CodedRecording(
            times: Array(stride(from: Int64(0), to: 900_000, by: 3000)), duration: 900_000,
            audio: [.application, .microphone], origin: origin)
    }

    private func session(_ recording: CodedRecording) throws -> EditSession {
        var session = try EditSession(recording.recording)
        try session.perform(try session.resolve(try WrittenOperation(parsing: "mute 0..7 app")))
        return session
    }

    @Test("Where the application is muted they are copied, and both channels are the microphone's to the bit")
    func copied() async throws {
        let recording = try recording(.screen)
        let session = try session(recording)
        let path = recording.path("out.mp4")
        var exporter = Exporter(session, preset: try .named("original"))
        exporter.wantsReceipt = true
        let plan = try #require(try exporter.plan().audio)
        let copied = plan.runs.filter { $0.firstCopied != nil }.reduce(0) { $0 + $1.slots.count }
        #expect(plan.isWidened && copied > 300)
        var receipt: ExportReceipt?
        for try await progress in exporter.export(to: path) {
            if case .finished(let result) = progress { receipt = result.receipt }
        }
        let audio = try #require(receipt?.audio)
        #expect(audio.copiedPackets >= copied - 8 && audio.encodedPackets > 100)
        let microphone = try samples(of: recording.recording.path + "/movie.mp4", track: 1, channel: 0)
        let (left, right) = (try samples(of: path, track: 0, channel: 0), try samples(of: path, track: 0, channel: 1))
        // No cut comes before this range, so each packet is in its exact place.
        let range = 48_000..<6 * 48_000
        #expect(left[range] == microphone[range] && right[range] == microphone[range])
        #expect(microphone[range].contains { abs($0) > 0.1 })
    }

    @Test("The packets of another program's movie, which may hold more, are encoded")
    func others() throws {
        let session = try session(try recording(.imported))
        #expect(try Exporter(session, preset: .named("original")).plan().audio == nil)
    }
}

import Descriptors
import Foundation
import Geometry
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplayRecorder
@testable import ReplayRecording
@testable import ReplaySources

/// Checks a camera that is a pipe, which stalls or never sends anything.
@Suite(.serialized, .timeLimit(.minutes(30))) struct CameraSourceTests {
    private static func open(_ input: CameraInput) throws -> CameraCapture {
        try CameraCapture.open(input) { try $0.openLiveDecoder(input: "the camera") }
    }

    private func makePipe() throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-camera-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    /// Writes a second of frames to the pipe, then a line to standard output, and keeps the pipe open.
    private func startFeed(to pipe: String) throws -> ChildProcess {
        let frame = "-f lavfi -i testsrc2=size=160x120:rate=30:duration=1 -c:v mpeg2video -g 5"
        let script = "exec 3>\"$0\"; ffmpeg -v quiet -nostdin -y \(frame) -f mpegts pipe:3; echo; read -r _"
        return try ChildProcess(["/bin/sh", "-c", script, pipe], input: .pipe)
    }

    private func hasBytes(_ pipe: String) throws -> Bool {
        let reader = try OwnedDescriptor(opening: pipe, mode: .readOnly, options: .nonBlocking)
        var entry = pollfd(fd: reader.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    @Test("A camera that stalls is closed within 200 ms, and its track ends with the movie")
    func stalled() throws {
        let path = try makePipe()
        defer { unlink(path) }
        let feed = try startFeed(to: path)
        defer { feed.kill() }
        let input = try #require(CameraInput("mpegts:\(path)"))
        let camera = try Self.open(input)
        #expect(camera.size == PixelSize(width: 160, height: 120))
        let link = SessionLink()
        let source = try CameraSource(camera, link: link, streamIndex: 3) { Issue.record("\($0)") }
        let epoch = HostTime.now
        link.control.begin(with: SessionClock(epoch: epoch))
        // All frames have been written and read.
        #expect(try feed.nextLine().isEmpty)
        while try hasBytes(path) {}
        let asked = HostTime.now
        source.stop(at: epoch + .seconds(3))
        #expect(HostTime.now - asked < (QuietMachine.isPromised ? .milliseconds(200) : .seconds(4)))
        link.queue.close()
        let packets = link.queue.takeAll(until: .distantFuture) ?? []
        #expect(packets.first?.pts == 0 && packets.first?.isKeyframe == true)
        let last: Int64? = packets.last?.pts
        #expect(last == 267_000)
        #expect(packets.allSatisfy { $0.streamIndex == 3 })
    }

    @Test("A camera that gives no frame within 5 s is none")
    func silent() throws {
        let path = try makePipe()
        defer { unlink(path) }
        let input = try #require(CameraInput("mpegts:\(path)"))
        let asked = HostTime.now
        let error = #expect(throws: CaptureError.self) { _ = try Self.open(input) }
        #expect(error?.code == .noCamera)
        #expect((Duration.seconds(5) ..< .seconds(QuietMachine.isPromised ? 6 : 60)).contains(HostTime.now - asked))
    }
}

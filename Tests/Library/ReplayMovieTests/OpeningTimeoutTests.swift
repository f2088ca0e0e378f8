import FFmpeg
import Foundation
import ReplayTestSupport
import Testing

@Suite struct OpeningTimeoutTests {
    @Test("A header that takes too long to read is an error that says so, and the same file opens in time")
    func timeout() throws {
        let sample = ProjectFolder.url.appending(path: "SampleMedia/motion.mp4")
        let bytes = Array(try Data(contentsOf: sample))
        let error = #expect(throws: FFmpegError.self) {
            try Demuxer.open(IOContext(IOMemory(bytes), mode: .read), name: "m.mp4", timeout: 0)
        }
        #expect(error?.code == .timedOut)
        #expect(error?.description == "cannot open m.mp4: its header could not be read within 0 s; it may be damaged")
        let demuxer = try Demuxer.open(IOContext(IOMemory(bytes), mode: .read), name: "m.mp4")
        // The deadline does not apply to later reads.
        #expect(!demuxer.streams.isEmpty)
        #expect(try demuxer.read() != nil)
    }
}

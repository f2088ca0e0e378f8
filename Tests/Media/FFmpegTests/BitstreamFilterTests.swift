import FFmpeg
import Foundation
import ReplayTestSupport
import Testing

/// Checks packets that are rewritten without decoding.
@Suite struct BitstreamFilterTests {
    private func demuxer(_ path: String) throws -> Demuxer {
        try Demuxer.open(
            try IOContext(IOMemory([UInt8](try Data(contentsOf: URL(filePath: path)))), mode: .read), name: path)
    }

    private func packets(_ demuxer: Demuxer) throws -> [Packet] {
        var packets: [Packet] = []
        while let packet = try demuxer.read() { packets.append(packet) }
        return packets
    }

    private func run(_ command: String, _ path: String) throws {
        _ = try ChildProcess.tool(command.split(separator: " ").map(String.init) + [path])
    }

    private func filtered(_ packets: [Packet], by filter: BitstreamFilter) throws -> [Packet] {
        var made: [Packet] = []
        for packet in packets + [nil] {
            var filtered = filter.packets(of: packet)
            while let packet = try filtered.next() { made.append(packet) }
        }
        return made
    }

    @Test("AAC with a header in each packet becomes AAC without, which a decoder takes")
    func adts() throws {
        let directory = try TemporaryDirectory("bsf")
        let path = directory.path("tone.aac")
        try run("ffmpeg -v error -nostdin -f lavfi -i sine=d=1 -c:a aac -f adts", path)
        let demuxer = try demuxer(path)
        let stream = try #require(demuxer.streams.first)
        #expect(stream.parameters.isADTS)
        let packets = try packets(demuxer)
        let sizes = packets.map(\.size)
        let made = try filtered(packets, by: .adtsToMP4(stream.parameters, timeBase: stream.timeBase))
        // An ADTS header without a checksum has 7 bytes.
        #expect(!made.isEmpty && made.map(\.size) == sizes.map { $0 - 7 })
    }

    @Test("VP9 frames that are never shown are put into the packet of the next one, and the data stays the same")
    func superframes() throws {
        let directory = try TemporaryDirectory("bsf")
        let (whole, split) = (directory.path("whole.webm"), directory.path("split.webm"))
        for pass in ["-pass 1 -f null -", "-pass 2 \(whole)"] {
            let command =
                "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=128x72:r=25:d=3 -c:v libvpx-vp9 -crf 30 -b:v 0 "
                + "-auto-alt-ref 1 -lag-in-frames 25 -cpu-used 4 -passlogfile \(directory.path("log")) \(pass)"
            _ = try ChildProcess.tool(command.split(separator: " ").map(String.init))
        }
        try run("ffmpeg -v error -nostdin -i \(whole) -c copy -bsf:v vp9_superframe_split -fflags -autobsf", split)
        let demuxer = try demuxer(split)
        let stream = try #require(demuxer.streams.first)
        #expect(stream.parameters.isVP9)
        let packets = try packets(demuxer)
        let wanted = try self.packets(try self.demuxer(whole))
        try #require(packets.count > wanted.count, "the movie is to have frames that are never shown")
        let made = try filtered(packets, by: .superframes(stream.parameters, timeBase: stream.timeBase))
        #expect(made.count == wanted.count && wanted.count == 75)
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase)
        #expect(try SmallVideo.decode(made, by: decoder).count == 75)
    }

    @Test("A packet that is no AAC is an error")
    func noAAC() throws {
        let directory = try TemporaryDirectory("bsf")
        let path = directory.path("tone.aac")
        try run("ffmpeg -v error -nostdin -f lavfi -i sine=d=1 -c:a aac -f adts", path)
        let stream = try #require(try demuxer(path).streams.first)
        let filter = try BitstreamFilter.adtsToMP4(stream.parameters, timeBase: stream.timeBase)
        let garbage = try Packet(bytes: [1, 2, 3])
        #expect(throws: FFmpegError.self) {
            var filtered = filter.packets(of: garbage)
            _ = try filtered.next()
        }
    }
}

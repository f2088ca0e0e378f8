import FFmpeg
import Foundation
import ReplayTestSupport
import Testing

/// Checks bytes that are no movie, and movies that must not be opened.
@Suite struct DemuxerTests {
    private func open(_ text: String) throws -> Demuxer { try open(Array(text.utf8)) }

    private func open(_ bytes: [UInt8]) throws -> Demuxer {
        try Demuxer.open(try IOContext(IOMemory(bytes), mode: .read), name: "bytes")
    }

    @Test(
        "Playlists and scripts, which open other files, are no movies",
        arguments: [
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile /etc/passwd\n",
            "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>",
            "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n",
            "", "hello",
        ])
    func playlist(text: String) throws {
        #expect(throws: FFmpegError.self) { try open(text) }
    }

    @Test("Random bytes and damaged movies never cause a trap")
    func changed() throws {
        var random = SplitMix64.seeded()
        let video = try SmallVideo((0..<10).map { $0 * 3000 })
        let memory = IOMemory()
        let muxer = try Muxer.open(IOContext(memory, mode: .write), name: "memory")
        _ = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        try muxer.writeHeader(options: ["movflags": "frag_keyframe+empty_moov"])
        for packet in video.packets { try muxer.write(packet) }
        try muxer.finish()
        let whole = memory.take()
        #expect(try packetCount(whole) == 10)
        var opened = 0
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let count = try? packetCount(bytes) {
                opened += 1
                #expect(count <= bytes.count)
            }
        }
        #expect(opened > 0)
    }

    private func packetCount(_ bytes: [UInt8]) throws -> Int {
        let demuxer = try open(bytes)
        var count = 0
        while try demuxer.read() != nil { count += 1 }
        return count
    }

    @Test("A stream that ends has no more packets, however often it is asked")
    func end() throws {
        let video = try SmallVideo([0])
        let memory = IOMemory()
        let muxer = try Muxer.open(IOContext(memory, mode: .write), name: "memory")
        _ = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        try muxer.writeHeader(options: ["movflags": "frag_keyframe+empty_moov"])
        for packet in video.packets { try muxer.write(packet) }
        try muxer.finish()
        let demuxer = try open(memory.take())
        #expect(try demuxer.read(stream: 0) != nil)
        #expect(try demuxer.read(stream: 0) == nil)
        #expect(try demuxer.read() == nil)
    }

    @Test("A frame's file is no movie, and is opened as a frame")
    func still() throws {
        let directory = try TemporaryDirectory("still")
        let path = directory.path("still.png")
        _ = try ChildProcess.tool(
            "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x36 -frames:v 1".split(separator: " ").map(String.init)
                + [path])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(throws: FFmpegError.self) { try open(bytes) }
        let demuxer = try Demuxer.open(try IOContext(IOMemory(bytes), mode: .read), name: "still", as: .frame)
        let stream = try #require(demuxer.streams.first)
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase)
        let packet = try #require(try demuxer.read())
        let frames = try SmallVideo.decode([packet], by: decoder)
        #expect(frames.map(\.width) == [64] && frames.map(\.height) == [36])
    }
}

import Descriptors
import FFmpeg
import Foundation
import MediaTime
import ReplayTestSupport
import SystemPackage
import Testing

/// Checks packets that are written into a file, with ffprobe and with the demuxer.
@Suite struct MuxerTests {
    private func file(
        _ path: String, _ access: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions,
        _ mode: IOContext.Mode
    ) throws -> IOContext {
        let file = try FileDescriptor.open(
            path, access, options: options.union(.closeOnExec), permissions: .ownerReadWrite)
        return try IOContext(OwnedDescriptor(file), mode: mode)
    }

    private func muxer(_ path: String, format: String = "mp4") throws -> Muxer {
        try Muxer.open(try file(path, .readWrite, [.create, .truncate], .write), name: path, format: format)
    }

    private func demuxer(_ path: String) throws -> Demuxer {
        try Demuxer.open(try file(path, .readOnly, [], .read), name: path)
    }

    private func write(_ video: SmallVideo, by muxer: Muxer, stream: Int) throws {
        for packet in video.packets {
            var copy = packet
            copy.streamIndex = stream
            copy.duration = 3000
            try muxer.writeInterleaved(copy)
        }
    }

    @Test("What is written is read again, packet by packet, by us and by ffprobe", arguments: ["mp4", "matroska"])
    func roundTrip(format: String) throws {
        let directory = try TemporaryDirectory("muxer")
        let path = directory.path("movie")
        let video = try SmallVideo((0..<30).map { $0 * 9000 }, keyframes: [15])
        let muxer = try muxer(path, format: format)
        let stream = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase, title: "Screen")
        try muxer.writeHeader(options: [:])
        try write(video, by: muxer, stream: stream)
        try muxer.finish()
        #expect(muxer.bytesWritten == Int64(try Data(contentsOf: URL(filePath: path)).count))

        let facts = try #require(try MediaProbe(path: path).streams().first)
        #expect((facts.codec, facts.width, facts.height) == ("h264", SmallVideo.width, SmallVideo.height))
        let shown = try MediaProbe(path: path).frameTimes(of: "v:0")
        #expect(shown == (0..<30).map { MediaTime(value: $0, timescale: 10) })

        let demuxer = try demuxer(path)
        let info = try #require(demuxer.streams.first)
        #expect(info.kind == .video && info.title == "Screen" && demuxer.streams.count == 1)
        var read: [Packet] = []
        while let packet = try demuxer.read() { read.append(packet) }
        #expect(read.count == video.packets.count)
        #expect(read.map(\.isKeyframe) == video.packets.map(\.isKeyframe))
        try expectFrames(of: read, info)
        #expect(read.compactMap { MediaTime(ticks: $0.pts ?? -1, in: info.timeBase) } == shown)
    }

    @Test("A movie says how it is turned, when it was made and what its chapters are", arguments: [0, 90, 180, 270])
    func facts(rotation: Int) throws {
        let directory = try TemporaryDirectory("muxer")
        let path = directory.path("movie.mp4")
        let video = try SmallVideo([0, 9000])
        let muxer = try muxer(path)
        let stream = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase, rotation: rotation)
        try muxer.setMetadata("creation_time", to: "2026-11-22T10:20:30Z")
        try muxer.addChapter("Begin", range: 0..<500, timeBase: .oneOver(1000))
        try muxer.addChapter("End", range: 500..<1000, timeBase: .oneOver(1000))
        try muxer.writeHeader(options: [:])
        try write(video, by: muxer, stream: stream)
        try muxer.finish()
        let demuxer = try demuxer(path)
        #expect(demuxer.streams.first?.rotation == rotation)
        #expect(demuxer.creationTime == "2026-11-22T10:20:30.000000Z")
        let chapters = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-show_chapters", "-of", "csv=p=0", path,
        ])
        #expect(String(decoding: chapters, as: UTF8.self).contains(/500,.*End/))
    }

    @Test("Streams that are not wanted are passed over")
    func keepOnly() throws {
        let directory = try TemporaryDirectory("muxer")
        let path = directory.path("movie.mp4")
        _ = try ChildProcess.tool(
            "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x36:d=2 -f lavfi -i sine=d=2:r=48000 -c:v libx264 -c:a aac"
                .split(separator: " ").map(String.init) + [path])
        let demuxer = try demuxer(path)
        #expect(demuxer.streams.map(\.kind) == [.video, .audio])
        #expect(demuxer.durationMicroseconds.map { (2_000_000..<2_100_000).contains($0) } == true)
        demuxer.keepOnly(streams: [1])
        var kinds: [Int] = []
        while let packet = try demuxer.read() { kinds.append(packet.streamIndex) }
        #expect(kinds.suffix(50).allSatisfy { $0 == 1 } && kinds.count { $0 == 1 } >= 90)
    }

    @Test("MP4 takes H.264, and no VP8")
    func accepts() throws {
        let directory = try TemporaryDirectory("muxer")
        let path = directory.path("movie.webm")
        _ = try ChildProcess.tool(
            "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x36:d=1 -c:v libvpx -deadline realtime"
                .split(separator: " ").map(String.init) + [path])
        let stream = try #require(try demuxer(path).streams.first)
        #expect(stream.parameters.codecName == "vp8" && !Muxer.accepts(stream.parameters))
        #expect(Muxer.accepts(try SmallVideo([0]).parameters))
    }

    @Test("An option that no muxer knows is an error that names it")
    func unknownOption() throws {
        let muxer = try Muxer.open(try IOContext(IOMemory(), mode: .write), name: "nothing")
        _ = try muxer.addStream(try SmallVideo([0]).parameters, timeBase: SmallVideo.timeBase)
        let error = #expect(throws: FFmpegError.self) { try muxer.writeHeader(options: ["no_such_option": "1"]) }
        #expect(error?.description.contains("no_such_option") == true)
    }

    @Test("A disk that is full is an error of the write, and says so")
    func fullDisk() throws {
        let muxer = try Muxer.open(try file("/dev/full", .readWrite, [], .write), name: "full.mp4")
        let video = try SmallVideo((0..<30).map { $0 * 3000 })
        let stream = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        let error = #expect(throws: FFmpegError.self) {
            try muxer.writeHeader(options: ["movflags": "frag_keyframe+empty_moov"])
            try write(video, by: muxer, stream: stream)
            try muxer.finish()
        }
        #expect(error?.isWriteFailure == true)
    }

    @Test("What is written into memory is taken piece by piece, and is the whole movie")
    func inMemory() throws {
        let video = try SmallVideo((0..<20).map { $0 * 3000 }, keyframes: [10])
        let memory = IOMemory()
        let muxer = try Muxer.open(IOContext(memory, mode: .write), name: "memory")
        let stream = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        try muxer.writeHeader(options: ["movflags": "frag_custom+empty_moov"])
        var bytes = memory.take()
        for packet in video.packets {
            var copy = packet
            copy.streamIndex = stream
            copy.duration = 3000
            try muxer.write(copy)
            try muxer.flushFragment(keepsTimes: true)
            let piece = memory.take()
            #expect(!piece.isEmpty)
            bytes += piece
        }
        let demuxer = try Demuxer.open(try IOContext(IOMemory(bytes), mode: .read), name: "memory")
        var read: [Packet] = []
        while let packet = try demuxer.read() { read.append(packet) }
        #expect(read.count == 20)
        try expectFrames(of: read, try #require(demuxer.streams.first))
    }

    @Test("Small packets are handed to the kernel many at a time")
    func writes() throws {
        let video = try SmallVideo((0..<200).map { $0 * 3000 }, keyframes: [])
        let memory = CountedMemory()
        let muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "memory")
        let stream = try muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        try muxer.writeHeader(options: [:])
        let before = memory.writes
        try write(video, by: muxer, stream: stream)
        #expect(memory.writes - before < 50)
        try muxer.finish()
        #expect(memory.offset == muxer.bytesWritten)
    }

    /// Expects the frames. The data differs: MP4 has lengths where the encoder has start codes.
    private func expectFrames(of packets: [Packet], _ stream: StreamInfo) throws {
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase)
        let frames = try SmallVideo.decode(packets, by: decoder)
        #expect(frames.count == packets.count)
        for (number, frame) in frames.enumerated() {
            #expect(abs(Int(frame.luma(20, 20)) - Int(SmallVideo.luma(number))) <= 2)
        }
    }
}

/// Memory that counts the writes to it.
private final class CountedMemory: IOEndpoint {
    private let memory = IOMemory()
    private(set) var writes = 0

    let isSeekable = true
    var offset: Int64 {
        get { memory.offset }
        set { memory.offset = newValue }
    }
    var size: Int64 { memory.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        try memory.read(into: buffer)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) {
        writes += 1
        try memory.write(bytes)
    }
}

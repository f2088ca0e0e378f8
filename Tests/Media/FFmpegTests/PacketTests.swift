import FFmpeg
import Testing

@Suite struct PacketTests {
    @Test("A copy has times of its own, and the same bytes")
    func copies() throws {
        var packet = try Packet(bytes: [1, 2, 3])
        #expect(packet.pts == nil && packet.dts == nil && !packet.isKeyframe)
        (packet.streamIndex, packet.pts, packet.dts, packet.duration) = (1, 20, 10, 5)
        var copy = packet
        (copy.streamIndex, copy.pts, copy.isKeyframe) = (2, 30, true)
        #expect(packet.streamIndex == 1 && packet.pts == 20 && !packet.isKeyframe)
        #expect(copy.streamIndex == 2 && copy.pts == 30 && copy.dts == 10 && copy.duration == 5)
        #expect(copy.hasSameData(as: packet))
        #expect(copy.withBytes { Array($0) } == [1, 2, 3])
        #expect(!copy.hasSameData(as: try Packet(bytes: [1, 2, 4])))
        #expect(!copy.hasSameData(as: try Packet(bytes: [1, 2])))
        #expect(try Packet(bytes: []).hasSameData(as: try Packet(bytes: [])))
    }

    @Test("Why its bytes cannot be had is told")
    func unreadable() throws {
        let packet = try Packet(size: 2) { $0.copyBytes(from: [7, 8]) }
        #expect(packet.withBytes { Array($0) } == [7, 8])
        #expect(throws: FFmpegError.Code.timedOut) { try Packet(size: 2) { _ in throw FFmpegError.Code.timedOut } }
    }

    @Test("A packet that is moved has all of its times moved, and none that it has not")
    func moved() throws {
        var packet = try Packet(bytes: [1])
        packet.pts = 20
        let moved = packet.moved(by: -5)
        #expect(moved.pts == 15 && moved.dts == nil && packet.pts == 20)
    }

    @Test("What is written twice is written alike: a muxer leaves its packet as it is")
    func muxing() throws {
        var settings = VideoEncoderSettings.recording(
            width: 64, height: 64, timeBase: .oneOver(1000), quantizer: 20, level: 10)
        settings.pixelFormat = .nv12
        let encoder = try Encoder.video(settings)
        var packets = encoder.packets(of: try PixelBuffer(width: 64, height: 64).frame(pts: 0, isKeyframe: true))
        var packet = try #require(try packets.next())
        packet.duration = 40
        let files = try (0..<2).map { _ in
            let memory = IOMemory()
            let muxer = try Muxer.open(IOContext(memory, mode: .write), name: "m.mp4")
            _ = try muxer.addStream(encoder.parameters, timeBase: encoder.timeBase)
            try muxer.writeHeader(options: [:])
            try muxer.writeInterleaved(packet)
            try muxer.finish()
            return memory.take()
        }
        #expect(files[0] == files[1] && files[0].count > packet.size)
        #expect(packet.pts == 0 && packet.duration == 40)
        let read = try Demuxer.open(IOContext(IOMemory(files[0]), mode: .read), name: "m.mp4")
        #expect(try read.read()?.duration == 40 * read.streams[0].timeBase.denominator / 1000)
    }
}

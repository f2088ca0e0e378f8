import FFmpeg

extension Encoder {
    /// The packets that come of these frames; nil is the end of the stream.
    func encoded(_ frames: [Frame?]) throws -> [Packet] {
        var packets: [Packet] = []
        for frame in frames { try encode(frame) { packets.append($0) } }
        return packets
    }
}

extension Decoder {
    /// All frames of these packets and the end of the stream.
    func decoded(_ packets: [Packet]) throws -> [Frame] {
        var frames: [Frame] = []
        for packet in packets + [nil] {
            while try !send(packet) {
                if case .next(let frame) = try receive() { frames.append(frame) }
            }
            while case .next(let frame) = try receive() { frames.append(frame) }
        }
        return frames
    }
}

extension BitstreamFilter {
    /// The packets that come of these and the end of the stream. It empties those that it is given.
    func filtered(_ packets: [Packet]) throws -> [Packet] {
        var made: [Packet] = []
        for packet in packets + [nil] { try take(packet) { made.append($0) } }
        return made
    }
}

extension Demuxer {
    /// A movie that is in memory.
    static func open(_ bytes: [UInt8], as contents: Contents = .movie) throws -> Demuxer {
        try open(try .inMemory(bytes), name: "bytes", as: contents)
    }

    /// All packets from here on.
    func packets() throws -> [Packet] {
        var packets: [Packet] = []
        while let packet = try read() { packets.append(packet) }
        return packets
    }
}

/// A muxer that writes into memory.
struct MemoryMuxer {
    let muxer: Muxer

    init() throws { muxer = try Muxer.open(try .inMemory(), name: "memory") }

    /// What was written since the last call.
    func take() throws -> [UInt8] { try muxer.takeWritten() }

    /// A movie of this one track.
    static func movie(of video: SmallVideo) throws -> [UInt8] {
        let memory = try MemoryMuxer()
        let stream = try memory.muxer.addStream(video.parameters, timeBase: SmallVideo.timeBase)
        try memory.muxer.writeHeader(options: ["movflags": "frag_keyframe+empty_moov"])
        for packet in try video.packets(of: stream) { try memory.muxer.write(packet) }
        try memory.muxer.finish()
        return try memory.take()
    }
}

import Descriptors
import FFmpeg
import Files
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayMovie
import SystemPackage

/// The output to a server or a movie file: a muxer for the target's container, which gets the recording's packets
/// unchanged. Use it from one thread.
final class MuxedOutput: CastOutput {
    private let muxer: Muxer
    /// The index of the output's stream for each track of the movie; nil for a track that is not sent.
    private let places: [Int?]
    private let timeBases: [Rational]
    private let videos: Set<Int>
    private(set) var frames = 0
    /// The decoding time of the first packet.
    private var origin: MediaTime?

    private init(
        _ endpoint: any IOEndpoint, format: String, name: String, streams: [StreamInfo], isNetwork: Bool
    ) throws {
        timeBases = streams.map(\.timeBase)
        videos = Set(streams.indices.filter { streams[$0].kind == .video })
        let muxer = try Muxer.open(try IOContext(endpoint, mode: .write), name: name, format: format)
        let sent = Self.tracks(of: streams, hasOneAudioTrack: isNetwork)
        places = try streams.enumerated().map { index, stream in
            guard sent.contains(index) else { return nil }
            return try muxer.addStream(stream.parameters, timeBase: stream.timeBase, title: stream.title)
        }
        self.muxer = muxer
        try muxer.writeHeader(options: Self.options(of: format))
    }

    /// Writes a packet of the movie. Ignores a packet of a track that is not sent, or before the first packet.
    func write(_ packet: Packet) throws(FFmpegError) {
        guard let place = places[packet.streamIndex] else { return }
        var packet = packet
        packet = packet.moved(by: -start(for: packet))
        if let dts = packet.dts, dts < 0 { return }
        if videos.contains(packet.streamIndex) { frames += 1 }
        packet.streamIndex = place
        try muxer.write(packet)
    }

    /// Writes everything buffered to the target.
    func flush() throws(FFmpegError) { try muxer.flush() }

    /// Completes the output.
    func finish(recordingEnded: Bool) throws(FFmpegError) { try muxer.finish() }

    /// The number of bytes written.
    var bytes: Int64 { muxer.bytesWritten }

    /// Returns the time of the output's first packet in ticks of another packet's stream.
    private func start(for packet: Packet) -> Int64 {
        let timeBase = timeBases[packet.streamIndex]
        let start = origin ?? MediaTime(ticks: packet.dts ?? 0, in: timeBase) ?? .zero
        origin = start
        return start.ticks(in: timeBase, rounding: .nearest) ?? 0
    }
}

extension MuxedOutput {
    /// The size of the socket's send buffer, in bytes. With a larger one, a server that stops reading is noticed later.
    private static let sendBuffer = 128 << 10
    /// The time limit for an SRT server to answer.
    static let timeoutOfSRT = Duration.seconds(3)
    /// The file with the certificates that Debian trusts, unless `$SSL_CERT_FILE` names another one.
    private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    /// Opens an RTMP server, and waits until it accepts the broadcast.
    static func rtmp(
        _ address: String, configuration: BroadcastController.Configuration, streams: [StreamInfo],
        interruption: Interruption
    ) throws -> MuxedOutput {
        let network = try IONetwork(
            address, name: configuration.name, options: rtmpOptions(address, key: configuration.key),
            interruption: interruption)
        return try MuxedOutput(network, format: "flv", name: configuration.name, streams: streams, isNetwork: true)
    }

    /// Opens an SRT server, and waits until it accepts the connection.
    static func srt(
        _ address: String, configuration: BroadcastController.Configuration, streams: [StreamInfo],
        interruption: Interruption
    ) throws -> MuxedOutput {
        let network = try IONetwork(
            address, name: configuration.name, options: srtOptions(configuration), interruption: interruption)
        return try MuxedOutput(network, format: "mpegts", name: configuration.name, streams: streams, isNetwork: true)
    }

    /// Creates a movie file.
    static func file(_ path: String, replaces: Bool, streams: [StreamInfo]) throws -> MuxedOutput {
        // The name is removed, and the old file is not truncated: it may have other names.
        if replaces, unlink(path.cPath) != 0, errno != ENOENT {
            throw FileSystemError(operation: "replace", subject: path)
        }
        let file = try OwnedDescriptor(
            opening: path, mode: .readWrite, options: [.create, .exclusiveCreate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead], to: "create")
        let format = BroadcastDestination.formats[BroadcastDestination.fileExtension(of: path)] ?? "matroska"
        return try MuxedOutput(IOFile(file), format: format, name: path, streams: streams, isNetwork: false)
    }

    private static func rtmpOptions(_ address: String, key: String?) -> [String: String] {
        var options = [
            "rtmp_live": "live", "tcp_nodelay": "1", "send_buffer_size": "\(sendBuffer)", "tls_verify": "1",
            "ca_file": String.variable("SSL_CERT_FILE") ?? certificates,
        ]
        guard let key else { return options }
        // The key is no part of the address, which FFmpeg prints in its messages.
        options["rtmp_app"] = BroadcastDestination.application(of: address)
        options["rtmp_playpath"] = key
        return options
    }

    private static func srtOptions(_ configuration: BroadcastController.Configuration) -> [String: String] {
        // FFmpeg counts the latency in microseconds. A payload of seven packets of MPEG-TS fits into an Ethernet frame.
        var options = ["mode": "caller", "pkt_size": "1316", "transtype": "live"]
        options["connect_timeout"] = "\(timeoutOfSRT.components.seconds * 1000)"
        options["latency"] = configuration.latency.map { "\($0 * 1000)" }
        options["passphrase"] = configuration.key
        options["streamid"] = configuration.streamID
        return options
    }

    private static func options(of format: String) -> [String: String] {
        switch format {
        case "flv": ["flvflags": "no_duration_filesize"]
        // A fragment for each GOP, so that the file can be played while it grows.
        case "mp4": ["movflags": "frag_keyframe+empty_moov+default_base_moof"]
        default: [:]
        }
    }

    /// Returns the tracks to send: the screen, and all audio or, for a server, one audio track. That is the mix of both
    /// sources if the recorder makes one.
    static func tracks(of streams: [StreamInfo], hasOneAudioTrack: Bool) -> Set<Int> {
        let video = streams.firstIndex { $0.kind == .video }
        let audio = streams.indices.filter { streams[$0].kind == .audio }
        let mix = audio.first { streams[$0].title == MovieTrack.mixTitle } ?? audio.first
        return Set([video].compactMap(\.self) + (hasOneAudioTrack ? [mix].compactMap(\.self) : audio))
    }
}

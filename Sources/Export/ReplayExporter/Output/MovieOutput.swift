import FFmpeg
import MediaTime

/// A file: the video, audio and captions, side by side.
final class MovieOutput: VideoOutput {
    private let muxer: Muxer
    private let audio: (any AudioOutput)?
    private let captions: CaptionTrack?
    private let rotation: Int
    /// Which stream they are.
    private var captionStream = 0
    private let progress: (MediaTime) -> Bool
    private let origin: Int64
    private let format: Preset.Format
    /// What audio begins with that is not heard, in samples, where its times must count it.
    private let padding: Int64

    /// How far audio may run ahead of the frame, so that the muxer never holds much of either.
    private static let audioLead = MediaTime(value: 1, timescale: 2)
    /// In it the lengths of both tracks are whole numbers: frames count 90,000ths, audio mostly 48,000ths.
    private static let movieTimescale = 720_000
    private static let (frameStream, audioStream) = (0, 1)

    /// - Parameters:
    ///   - format: what the muxer writes.
    ///   - audio: nil for a file without.
    ///   - captions: nil for a file without a track of them.
    ///   - rotation: by how much players turn the frames, clockwise, in degrees.
    ///   - origin: where the file begins, in ticks of the output: above 0 in one that is a part of it, without audio.
    ///   - progress: called with how much of the file is done; false cancels.
    init(
        _ muxer: Muxer, format: Preset.Format = .mp4, audio: (any AudioOutput)?, captions: CaptionTrack? = nil,
        rotation: Int = 0, origin: Int64 = 0,
        progress: @escaping (MediaTime) -> Bool
    ) {
        self.format = format
        padding = format == .webm || format == .mkv ? audio.map { Muxer.padding(of: $0.parameters) } ?? 0 : 0
        self.origin = origin
        self.muxer = muxer
        self.audio = audio
        self.captions = captions
        self.rotation = rotation
        self.progress = progress
    }

    func begin(_ parameters: CodecParameters) throws {
        _ = try muxer.addStream(parameters, timeBase: .oneOver(ExportPlan.timescale), rotation: rotation)
        if let audio { _ = try muxer.addStream(audio.parameters, timeBase: audio.timeBase) }
        if let captions {
            captionStream = try muxer.addStream(
                captions.parameters, timeBase: CaptionTrack.timeBase, language: captions.language)
        }
        try muxer.writeHeader(options: options.merging(interleaving) { $1 })
    }

    /// What a player needs first comes first.
    private var options: [String: String] {
        switch format {
        case .mp4, .mov:
            [
                "movflags": "+faststart", "video_track_timescale": String(ExportPlan.timescale),
                "movie_timescale": String(Self.movieTimescale),
            ]
        case .webm, .mkv: ["cues_to_front": "1"]
        case .gif: ["loop": "0"]
        case .m4a, .wav: [:]
        }
    }

    /// Captions are minutes apart, for which a muxer would hold back all the rest for 10 s.
    private var interleaving: [String: String] { captions == nil ? [:] : ["max_interleave_delta": "1000000"] }

    func checkCancellation() throws { guard progress(.zero) else { throw ExportError.cancelled } }

    /// Writes a frame, and before it the audio up to it.
    func write(_ packet: Packet) throws {
        var packet = packet.moved(by: -origin)
        let shown = MediaTime(value: packet.pts ?? 0, timescale: ExportPlan.timescale)
        guard progress(shown) else { throw ExportError.cancelled }
        try audio?.render(upTo: shown + Self.audioLead) { try writeAudio($0) }
        try captions?.render(upTo: shown + Self.audioLead) { try writeCaption($0) }
        packet.streamIndex = Self.frameStream
        try muxer.writeInterleaved(packet)
    }

    /// Writes the rest of the audio and ends the file.
    func finish() throws {
        try audio?.finish { try writeAudio($0) }
        try captions?.finish { try writeCaption($0) }
        // What the frames took is free now; the index takes as much again while it is written.
        Heap.trim()
        try muxer.finish()
    }

    private func writeCaption(_ packet: Packet) throws {
        var packet = packet
        packet.streamIndex = captionStream
        try muxer.writeInterleaved(packet)
    }

    private func writeAudio(_ packet: Packet) throws {
        var packet = packet.moved(by: padding)
        packet.streamIndex = Self.audioStream
        try muxer.writeInterleaved(packet)
    }
}

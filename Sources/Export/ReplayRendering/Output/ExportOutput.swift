package import FFmpeg
package import MediaTime

/// An output file with interleaved video, audio and captions.
package final class ExportOutput: VideoOutput {
    private let muxer: Muxer
    private let audio: (any AudioOutput)?
    private let captions: CaptionTrack?
    private let rotation: Int
    /// The index of the caption stream in the file.
    private var captionStream = 0
    private let progress: (MediaTime) -> Bool
    private let origin: Int64
    private let format: Preset.Format
    /// The encoder delay of the audio, in samples, by which WebM and Matroska timestamps are moved. It is 0 for other
    /// formats.
    private let padding: Int64

    /// The duration by which audio may precede the current frame. It limits what the muxer must hold.
    private static let audioLead = MediaTime(value: 1, timescale: 2)
    /// The movie time scale, in ticks per second. The durations of both tracks are whole numbers in it: frames use
    /// 90,000 ticks per second, audio usually 48,000.
    private static let movieTimescale = 720_000
    private static let (frameStream, audioStream) = (0, 1)

    /// - Parameters:
    ///   - format: The format that the muxer writes.
    ///   - audio: The audio, or nil for a file without audio.
    ///   - captions: The caption track, or nil for a file without one.
    ///   - rotation: The clockwise rotation that players apply to the frames, in degrees.
    ///   - origin: The start of the file, in ticks of the output. It is above 0 for a chunk of the output, which has no
    ///     audio.
    ///   - progress: Called with the duration that is done. False cancels the export.
    package init(
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

    package func begin(_ parameters: CodecParameters) throws {
        _ = try muxer.addStream(parameters, timeBase: .oneOver(ExportPlan.timescale), rotation: rotation)
        if let audio { _ = try muxer.addStream(audio.parameters, timeBase: audio.timeBase) }
        if let captions {
            captionStream = try muxer.addStream(
                captions.parameters, timeBase: CaptionTrack.timeBase, title: captions.title, language: captions.language
            )
        }
        try muxer.writeHeader(options: options.merging(interleaving) { $1 })
    }

    /// The muxer's options. They put the index at the beginning of the file, because players need it first.
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

    /// The muxer option that limits the interleaving delay to 1 s if there are captions. Captions are minutes apart,
    /// and the muxer would hold all other packets for 10 s.
    private var interleaving: [String: String] { captions == nil ? [:] : ["max_interleave_delta": "1000000"] }

    package func checkCancellation() throws { guard progress(.zero) else { throw ExportError.cancelled } }

    /// Writes a frame, after the audio and captions that precede it.
    package func write(_ packet: Packet) throws {
        var packet = packet.moved(by: -origin)
        let shown = MediaTime(value: packet.pts ?? 0, timescale: ExportPlan.timescale)
        guard progress(shown) else { throw ExportError.cancelled }
        try audio?.render(upTo: shown + Self.audioLead) { try writeAudio($0) }
        try captions?.render(upTo: shown + Self.audioLead) { try writeCaption($0) }
        packet.streamIndex = Self.frameStream
        try muxer.writeInterleaved(packet)
    }

    /// Writes the rest of the audio and captions, then ends the file.
    package func finish() throws {
        try audio?.finish { try writeAudio($0) }
        try captions?.finish { try writeCaption($0) }
        // The frames' memory is free now. Return it, because the muxer needs as much again while it writes the index.
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

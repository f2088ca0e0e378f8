import FFmpeg
import MediaTime

/// A file: the pictures and the sound, side by side.
final class MovieOutput: PictureOutput {
    private let muxer: Muxer
    private let sound: (any SoundOutput)?
    private let progress: (MediaTime) -> Bool
    private let origin: Int64
    private let format: Preset.Format
    /// What audio begins with that is not heard, in samples, where its times must count it.
    private let padding: Int64

    /// How far sound may run ahead of the picture, so that the muxer never holds much of either.
    private static let soundLead = MediaTime(value: 1, timescale: 2)
    /// In it the lengths of both tracks are whole numbers: pictures count 90,000ths, sound mostly 48,000ths.
    private static let movieTimescale = 720_000
    private static let (pictureStream, soundStream) = (0, 1)

    /// - Parameters:
    ///   - format: what the muxer writes.
    ///   - sound: nil for a file without.
    ///   - origin: where the file begins, in ticks of the output: above 0 in one that is a part of it, without sound.
    ///   - progress: called with how much of the file is done; false cancels.
    init(
        _ muxer: Muxer, format: Preset.Format = .mp4, sound: (any SoundOutput)?, origin: Int64 = 0,
        progress: @escaping (MediaTime) -> Bool
    ) {
        self.format = format
        padding = format == .webm ? sound.map { Muxer.padding(of: $0.parameters) } ?? 0 : 0
        self.origin = origin
        self.muxer = muxer
        self.sound = sound
        self.progress = progress
    }

    func begin(_ parameters: CodecParameters) throws {
        _ = try muxer.addStream(parameters, timeBase: .oneOver(ExportPlan.timescale))
        if let sound { _ = try muxer.addStream(sound.parameters, timeBase: sound.timeBase) }
        try muxer.writeHeader(options: options)
    }

    /// What a player needs first comes first.
    private var options: [String: String] {
        switch format {
        case .mp4:
            [
                "movflags": "+faststart", "video_track_timescale": String(ExportPlan.timescale),
                "movie_timescale": String(Self.movieTimescale),
            ]
        case .webm: ["cues_to_front": "1"]
        case .gif: ["loop": "0"]
        }
    }

    func checkCancellation() throws { guard progress(.zero) else { throw ExportError.cancelled } }

    /// Writes a picture, and before it the sound up to it.
    func write(_ packet: Packet) throws {
        packet.pts = packet.pts.map { $0 - origin }
        packet.dts = packet.dts.map { $0 - origin }
        let shown = MediaTime(value: packet.pts ?? 0, timescale: ExportPlan.timescale)
        guard progress(shown) else { throw ExportError.cancelled }
        try sound?.render(upTo: shown + Self.soundLead) { try writeSound($0) }
        packet.streamIndex = Self.pictureStream
        try muxer.writeInterleaved(packet)
    }

    /// Writes the rest of the sound and ends the file.
    func finish() throws {
        try sound?.finish { try writeSound($0) }
        try muxer.finish()
    }

    private func writeSound(_ packet: Packet) throws {
        packet.pts = packet.pts.map { $0 + padding }
        packet.dts = packet.dts.map { $0 + padding }
        packet.streamIndex = Self.soundStream
        try muxer.writeInterleaved(packet)
    }
}

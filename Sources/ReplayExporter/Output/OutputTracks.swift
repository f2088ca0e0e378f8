import FFmpeg
import MediaTime

/// The picture and the sound of an MP4 file on their way into it, side by side.
struct OutputTracks {
    private let muxer: Muxer
    private let sound: (any SoundOutput)?

    /// How far sound may run ahead of the picture, so that the muxer never holds much of either.
    private static let soundLead = MediaTime(value: 1, timescale: 2)
    /// In it the lengths of both tracks are whole numbers: pictures count 90,000ths, sound mostly 48,000ths.
    private static let movieTimescale = 720_000
    private static let (pictureStream, soundStream) = (0, 1)

    /// Begins the file.
    init(_ muxer: Muxer, pictures: CodecParameters, sound: (any SoundOutput)?) throws {
        self.muxer = muxer
        self.sound = sound
        _ = try muxer.addStream(pictures, timeBase: .oneOver(ExportPlan.timescale))
        if let sound { _ = try muxer.addStream(sound.parameters, timeBase: sound.timeBase) }
        try muxer.writeHeader(options: [
            "movflags": "+faststart", "video_track_timescale": String(ExportPlan.timescale),
            "movie_timescale": String(Self.movieTimescale),
        ])
    }

    /// Brings the sound up to a picture that is about to be written.
    /// - Parameter time: of the picture, in ticks of the output.
    /// - Throws: `ExportError.cancelled` where `progress` says so.
    func keepUp(at time: Int64, _ progress: (MediaTime) -> Bool) throws {
        let shown = MediaTime(value: time, timescale: ExportPlan.timescale)
        guard progress(shown) else { throw ExportError.cancelled }
        try sound?.render(upTo: shown + Self.soundLead) { try writeSound($0) }
    }

    /// Writes a picture.
    func write(_ packet: Packet) throws {
        packet.streamIndex = Self.pictureStream
        try muxer.writeInterleaved(packet)
    }

    /// Writes the rest of the sound and ends the file.
    func finish() throws {
        try sound?.finish { try writeSound($0) }
        try muxer.finish()
    }

    private func writeSound(_ packet: Packet) throws {
        packet.streamIndex = Self.soundStream
        try muxer.writeInterleaved(packet)
    }
}

import FFmpeg
import MediaTime

/// A file of audio alone.
struct AudioFileOutput {
    private let muxer: Muxer
    private let format: Preset.Format
    private let progress: (MediaTime) -> Bool

    /// The duration of audio between two reports of progress.
    private static let step = MediaTime(value: 1, timescale: 1)

    /// - Parameter progress: Called with the duration that is done. False cancels the export.
    init(_ muxer: Muxer, format: Preset.Format, progress: @escaping (MediaTime) -> Bool) {
        self.muxer = muxer
        self.format = format
        self.progress = progress
    }

    /// Writes the file.
    func write(_ audio: any AudioOutput, until end: MediaTime) throws {
        _ = try muxer.addStream(audio.parameters, timeBase: audio.timeBase)
        try muxer.writeHeader(options: options)
        var time = MediaTime.zero
        while time < end {
            guard progress(time) else { throw ExportError.cancelled }
            time = min(time + Self.step, end)
            try audio.render(upTo: time) { try write($0) }
        }
        try audio.finish { try write($0) }
        try muxer.finish()
    }

    /// A packet that is copied comes from another place among the streams of its movie.
    private func write(_ packet: Packet) throws {
        var packet = packet
        packet.streamIndex = 0
        try muxer.writeInterleaved(packet)
    }

    /// A WAVE file of 4 GiB or more becomes one of RF64 (EBU Tech 3306).
    private var options: [String: String] { format == .wav ? ["rf64": "auto"] : ["movflags": "+faststart"] }
}

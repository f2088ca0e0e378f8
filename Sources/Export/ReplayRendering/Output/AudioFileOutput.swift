import FFmpeg
import MediaTime

/// An output file that contains audio only.
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
    /// - Throws: `ExportError.cancelled` if `progress` returns false.
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

    /// Writes a packet. A copied packet still has its stream index in the source movie, so this resets it to 0.
    private func write(_ packet: Packet) throws {
        var packet = packet
        packet.streamIndex = 0
        try muxer.writeInterleaved(packet)
    }

    /// The muxer's options. A WAVE file of 4 GiB or more becomes an RF64 file (EBU Tech 3306).
    private var options: [String: String] { format == .wav ? ["rf64": "auto"] : ["movflags": "+faststart"] }
}

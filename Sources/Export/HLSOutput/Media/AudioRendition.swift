import FFmpeg
import MediaTime
import ReplayRendering

/// An audio rendition whose segments begin with those of the frames.
final class AudioRendition {
    private let files: RenditionFiles
    private let audio: any AudioOutput
    private let track: CMAFTrack
    /// The start times of the video segments, in ticks of the output.
    private let boundaries: [Int64]
    private var starts: [Int64] = []
    private var hasPackets = false
    private var end: Int64 = 0

    /// The codec string of AAC-LC (RFC 6381, 3.3), the only audio codec of HLS exports.
    private static let codec = "mp4a.40.2"

    /// The number of channels.
    var channels: Int { audio.parameters.channelCount }

    init(files: RenditionFiles, audio: any AudioOutput, boundaries: [Int64]) throws {
        self.files = files
        self.audio = audio
        self.boundaries = boundaries
        track = try CMAFTrack(audio.parameters, timeBase: audio.timeBase)
    }

    /// Renders all of the audio.
    /// - Parameter progress: Called with the finished part of the duration. Returns false to cancel.
    func render(duration: MediaTime, progress: (MediaTime) -> Bool) throws -> RenditionMedia {
        for boundary in boundaries.dropFirst() {
            let time = MediaTime(value: boundary, timescale: ExportPlan.timescale)
            guard progress(time) else { throw ExportError.cancelled }
            try audio.render(upTo: time) { try write($0) }
        }
        guard progress(duration) else { throw ExportError.cancelled }
        try audio.finish { try write($0) }
        try endSegment()
        return try files.finish(codec: Self.codec, starts: starts, end: end)
    }

    private func write(_ packet: Packet) throws {
        let start = ticks(packet.pts ?? 0)
        if starts.isEmpty { starts.append(0) }
        // A packet belongs to the segment in which the packet begins.
        if starts.count < boundaries.count, start >= boundaries[starts.count] {
            try endSegment()
            starts.append(start)
        }
        hasPackets = true
        end = ticks((packet.pts ?? 0) + packet.duration)
        try track.write(packet)
    }

    private func endSegment() throws {
        guard hasPackets else { return }
        let isFirst = track.header.isEmpty
        let fragment = try track.endFragment()
        if isFirst { try files.add(track.header, suffix: "mp4") }
        try files.add(fragment, suffix: "m4s")
        hasPackets = false
    }

    private func ticks(_ samples: Int64) -> Int64 {
        MediaTime(ticks: samples, in: audio.timeBase)?
            .converted(to: ExportPlan.timescale, rounding: .nearest).value ?? 0
    }
}

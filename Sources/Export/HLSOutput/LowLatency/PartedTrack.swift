import FFmpeg
import FoundationEssentials
import MediaTime
import ReplayRendering

/// A track that is written in parts of a live presentation.
final class PartedTrack {
    let rendition: LivePresentation.Rendition
    let codec: String
    private let presentation: LivePresentation
    private let track: CMAFTrack
    private let timeBase: Rational
    private let hasFrames: Bool
    /// The start of the current part, in ticks of 1/90,000 s.
    private(set) var partStart: Int64 = 0
    /// The fragments of the current part. A keyframe is a fragment of its own, to which the I-frame playlist refers.
    private var fragments: [UInt8] = []
    private var keyframeSize: Int?
    private var isIndependent = false
    private var hasPackets = false

    init(
        _ rendition: LivePresentation.Rendition, codec: String, stream: LiveFolder.Stream,
        presentation: LivePresentation
    ) throws {
        (self.rendition, self.codec, self.presentation) = (rendition, codec, presentation)
        (timeBase, hasFrames) = (stream.timeBase, stream.parameters.width > 0)
        track = try CMAFTrack(stream.parameters, timeBase: stream.timeBase)
    }

    /// Begins a segment and its first part.
    func beginSegment(at start: Int64, date: Date, isDiscontinuous: Bool) {
        _ = presentation.update(rendition) { $0.begin(at: start, date: date, isDiscontinuous: isDiscontinuous) }
        partStart = start
    }

    /// Adds a packet, whose times are in ticks of the time base, to the current part.
    func write(_ packet: Packet) throws {
        let isFirst = !hasPackets && fragments.isEmpty
        if isFirst { isIndependent = packet.isKeyframe }
        hasPackets = true
        try track.write(packet)
        guard hasFrames, isFirst, packet.isKeyframe else { return }
        try endFragment()
        keyframeSize = fragments.count
    }

    private func endFragment() throws {
        guard hasPackets else { return }
        let isFirst = track.header.isEmpty
        fragments += try track.endFragment(keepsTimes: true)
        if isFirst { presentation.setHeader(track.header, of: rendition) }
        hasPackets = false
    }

    /// Ends the current part, and makes it available.
    /// - Parameters:
    ///   - end: The end in ticks of 1/90,000 s.
    ///   - completesSegment: True if it is the last part of its segment.
    func endPart(at end: Int64, completesSegment: Bool = false) throws {
        try endFragment()
        guard !fragments.isEmpty else { return }
        try presentation.append(
            fragments, to: rendition, duration: end - partStart, isIndependent: isIndependent, keyframe: keyframeSize,
            completesSegment: completesSegment)
        (partStart, fragments, keyframeSize) = (end, [], nil)
    }

    /// Ends the rendition.
    func finish() { _ = presentation.update(rendition) { $0.finish() } }

    /// Returns a time of the time base in ticks of 1/90,000 s.
    func ticks(_ time: Int64) -> Int64 {
        MediaTime(ticks: time, in: timeBase)?.converted(to: ExportPlan.timescale, rounding: .nearest).value ?? 0
    }

    /// Returns a time in ticks of the time base.
    func time(_ ticks: Int64) -> Int64 {
        MediaTime(value: ticks, timescale: ExportPlan.timescale).ticks(in: timeBase, rounding: .nearest) ?? 0
    }
}

package import FFmpeg

/// A writer of the output's frames, copied and encoded, in decoding order. It sets their decoding times, and the
/// duration of the last one.
package final class SplicedStream {
    private var times: DecodingTimes
    private let end: Int64
    /// The presentation time of the frame that is shown last.
    private let last: Int64
    private let body: (Packet) throws -> Void
    private var pending: Packet?
    /// The `idr_pic_id` of the last frame, if it is an IDR.
    private(set) var lastID: UInt32?
    package private(set) var count = 0

    /// - Parameters:
    ///   - times: The decoding times of the whole output.
    ///   - last: The presentation time of the frame that is shown last.
    ///   - end: The end of the output, in its ticks.
    ///   - id: The `idr_pic_id` of the frame before the first, if it is an IDR.
    ///   - body: A function that writes a packet.
    package init(
        times: DecodingTimes, last: Int64, end: Int64, after id: UInt32? = nil,
        _ body: @escaping (Packet) throws -> Void
    ) {
        lastID = id
        self.times = times
        self.last = last
        self.end = end
        self.body = body
    }

    /// Adds the presentation times of the next frames, ascending.
    package func expect(_ presentation: [Int64]) { times.expect(presentation) }

    /// Adds the next frame, whose time was given to `expect`.
    package func append(_ packet: Packet, idrPicID: UInt32?) throws {
        var packet = packet
        packet.dts = times.take()
        lastID = idrPicID
        count += 1
        try flush(before: packet.dts)
        pending = packet
    }

    /// Ends the output. The last frame is shown until its end.
    package func finish() throws { try flush(before: nil) }

    private func flush(before next: Int64?) throws {
        guard var pending, let pts = pending.pts, let dts = pending.dts else { return }
        // MP4 durations are differences of decoding times, and only the last sample's duration is taken from its
        // packet. The output ends at the end of the frame that is shown last.
        let span = (next ?? end - times.lead) - dts
        pending.duration = pts == last ? end - pts : max(1, min(span, end - pts))
        try body(pending)
        self.pending = nil
    }
}

import FFmpeg

/// The frames of the output in decoding order, copied and encoded ones alike: gives them their decoding times, and the
/// last one its length.
final class StitchedFrames {
    private var times: DecodingTimes
    private let end: Int64
    /// When the last frame is shown.
    private let last: Int64
    private let body: (Packet) throws -> Void
    private var pending: Packet?
    /// The idr_pic_id of the last frame, where that is an IDR.
    private(set) var lastID: UInt32?
    private(set) var count = 0

    /// - Parameters:
    ///   - times: of the whole output.
    ///   - last: when the frame is shown that is shown last.
    ///   - end: where the output ends, in its ticks.
    ///   - id: the idr_pic_id of the frame before the first, where that is an IDR.
    init(
        times: DecodingTimes, last: Int64, end: Int64, after id: UInt32? = nil,
        _ body: @escaping (Packet) throws -> Void
    ) {
        lastID = id
        self.times = times
        self.last = last
        self.end = end
        self.body = body
    }

    /// Takes the presentation times of the next frames, ascending.
    func expect(_ presentation: [Int64]) { times.expect(presentation) }

    /// Takes the next frame, whose time was expected.
    func append(_ packet: Packet, idrID: UInt32?) throws {
        var packet = packet
        packet.dts = times.take()
        lastID = idrID
        count += 1
        try flush(before: packet.dts)
        pending = packet
    }

    /// Ends the output: the last frame is shown until then.
    func finish() throws { try flush(before: nil) }

    private func flush(before next: Int64?) throws {
        guard var pending, let pts = pending.pts, let dts = pending.dts else { return }
        // The container counts from one decoding time to the next, and for the last one goes by what it is told here; and
        // it takes the output to end where the frame that is shown last does.
        let span = (next ?? end - times.lead) - dts
        pending.duration = pts == last ? end - pts : max(1, min(span, end - pts))
        try body(pending)
        self.pending = nil
    }
}

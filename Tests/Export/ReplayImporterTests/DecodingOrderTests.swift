import FFmpeg
import ReplayTestSupport
import Testing

@testable import ReplayImporter

/// Checks that decoding times are valid for a container.
@Suite struct DecodingOrderTests {
    private func packet(dts: Int64?, pts: Int64?) throws -> Packet {
        var packet = try Packet(bytes: [])
        (packet.dts, packet.pts) = (dts, pts)
        return packet
    }

    private func packets(_ times: [(dts: Int64?, pts: Int64?)]) throws -> [Packet] {
        try times.map { try packet(dts: $0.dts, pts: $0.pts) }
    }

    /// Returns random frames in decoding order, up to four of them reordered, with correct decoding times.
    private func stream(using random: inout SplitMix64) -> [(dts: Int64?, pts: Int64?)] {
        var time = Int64.random(in: -500...500, using: &random)
        var pts: [Int64] = []
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            time += .random(in: 1...40, using: &random)
            pts.append(time)
        }
        let shown = pts
        for start in stride(from: 0, to: pts.count, by: 4) {
            pts[start..<min(start + 4, pts.count)].shuffle(using: &random)
        }
        // No frame is decoded later than it is shown. The delay is the greatest one of all frames.
        let delay = zip(shown, pts).map { $0 - $1 }.max() ?? 0
        return zip(shown, pts).map { (dts: $0 - delay, pts: $1) }
    }

    @Test("Right decoding times are left as they are")
    func right() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let times = stream(using: &random)
            var order = DecodingOrder()
            for (var packet, time) in zip(try packets(times), times) {
                try order.put(&packet)
                #expect(packet.dts == time.dts && packet.pts == time.pts)
            }
        }
    }

    @Test("Whatever decoding times are, those that a survey's lead gives ascend, and no frame is shown before its own")
    func wrong() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            let times = stream(using: &random).map { time -> (dts: Int64?, pts: Int64?) in
                switch Int.random(in: 0..<4, using: &random) {
                case 0: (dts: time.pts, pts: time.pts)
                case 1: (dts: nil, pts: time.pts)
                case 2: (dts: time.dts.map { $0 + .random(in: -100...100, using: &random) }, pts: time.pts)
                default: time
                }
            }
            var survey = DecodingOrder.Survey()
            for packet in try packets(times) { survey.take(packet) }
            #expect(survey.lead >= 1)
            var order = DecodingOrder(lead: survey.lead)
            var last: Int64?
            for (var packet, time) in try zip(packets(times), times) {
                try order.put(&packet)
                let (dts, pts) = (try #require(packet.dts), try #require(packet.pts))
                #expect(pts == time.pts && dts <= pts)
                if let last { #expect(dts > last) }
                last = dts
            }
        }
    }

    @Test(
        "Without a lead, decoding times that do not ascend, or come after the frame is shown, are refused",
        arguments: [(10, 5, 20), (10, 10, 20), (10, 30, 20)] as [(Int64, Int64, Int64)])
    func refused(first: Int64, second: Int64, shown: Int64) throws {
        var order = DecodingOrder()
        var (earlier, next) = (try packet(dts: first, pts: first), try packet(dts: second, pts: shown))
        try order.put(&earlier)
        #expect(throws: DecodingOrder.NonMonotonicTimes.self) { try order.put(&next) }
    }

    @Test("A packet without any time is passed over")
    func timeless() throws {
        var order = DecodingOrder()
        var (first, timeless) = (try packet(dts: 1, pts: 1), try packet(dts: nil, pts: nil))
        try order.put(&first)
        try order.put(&timeless)
        #expect(timeless.dts == nil && timeless.pts == nil)
        var next = try packet(dts: nil, pts: 2)
        try order.put(&next)
        #expect(next.dts == 2)
    }

    @Test("Times whose difference is no number give a lead beyond all bounds, and no trap")
    func extremes() throws {
        var survey = DecodingOrder.Survey()
        // Int64.min is FFmpeg's “no time”.
        for packet in try packets([(dts: .max, pts: .min + 1), (dts: .max, pts: .max)]) { survey.take(packet) }
        #expect(survey.lead == .max)
    }
}

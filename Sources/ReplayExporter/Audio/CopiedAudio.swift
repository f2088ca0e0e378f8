import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import Threads

/// The audio of an export as its plan says: packets of the recording, and encoded ones at the seams.
final class CopiedAudio: AudioOutput {
    private let plan: AudioPlan
    private let movie: MovieReader
    private let encoder: SeamEncoder
    private var nextRun = 0
    /// The next place to be written.
    private var nextSlot = -1

    /// By how many packets a seam may grow on either side, to end where blocks fit.
    private static let margin = 3

    let parameters: CodecParameters
    let timeBase: Rational

    /// - Parameter reader: of the plan's track.
    init(_ plan: AudioPlan, movie: MovieReader, reader: AudioReader) throws {
        self.plan = plan
        self.movie = movie
        let recorded = movie.streams[plan.track].parameters
        timeBase = .oneOver(Int32(clamping: plan.sampleRate))
        let rate = recorded.bitRate > 0 ? recorded.bitRate : 96_000 * recorded.channelCount
        let bitRate = plan.isWidened ? 2 * rate : rate
        parameters =
            plan.isWidened
            ? try AACEncoder(sampleRate: plan.sampleRate, channels: 2, bitRate: bitRate).parameters : recorded
        encoder = SeamEncoder(
            JoinedAudio(plan, reader: reader, end: movie.index.tracks[plan.track].end), plan: plan, bitRate: bitRate)
    }

    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        try render(upTo: time.converted(to: Int32(clamping: plan.sampleRate), rounding: .up).value, body)
    }

    func finish(_ body: (Packet) throws -> Void) throws { try render(upTo: plan.length, body) }

    /// Makes the packets that begin before a sample of the output.
    private func render(upTo limit: Int64, _ body: (Packet) throws -> Void) throws {
        while nextRun < plan.runs.count, Int64(nextSlot * plan.frameSize) < limit {
            let run = plan.runs[nextRun]
            if run.firstCopied == nil {
                try encode(nextRun, body)
                nextRun += 1
            } else if nextSlot < copiedEnd(nextRun) {
                try body(try copied(nextSlot, of: run))
                nextSlot += 1
            } else {
                nextRun += 1
            }
        }
    }

    /// What stands last in a copied run is for the seam to decide.
    private func copiedEnd(_ run: Int) -> Int {
        plan.runs[run].slots.upperBound - (run + 1 < plan.runs.count ? Self.margin : 0)
    }

    private func copied(_ slot: Int, of run: AudioPlan.Run) throws -> Packet {
        let sample = (run.firstCopied ?? 0) + slot - run.slots.lowerBound
        return place(try plan.copy(of: try movie.verifiedPacket(track: plan.track, sample: sample)), at: slot)
    }

    private func place(_ packet: Packet, at slot: Int) -> Packet {
        let start = Int64(slot * plan.frameSize)
        var packet = packet
        (packet.pts, packet.dts) = (start, start)
        // The last one ends with the output.
        packet.duration = min(Int64(plan.frameSize), plan.length - start)
        return packet
    }

    private func encode(_ number: Int, _ body: (Packet) throws -> Void) throws {
        let slots = plan.runs[number].slots
        let before = number > 0 ? plan.runs[number - 1] : nil
        let after = number + 1 < plan.runs.count ? plan.runs[number + 1] : nil
        // A packet more on the left, for what the first one that is used was made to follow.
        let first = before == nil ? slots.lowerBound : nextSlot - 1
        let end = slots.upperBound + (after == nil ? 0 : Self.margin)
        var (left, right): ([Packet], [Packet]) = ([], [])
        try encoder.encode(first..<end) { slot, packet in
            if slot < slots.lowerBound { return left.append(packet) }
            if slot == slots.lowerBound, let before { try join(before, to: left, from: first, body) }
            if slot >= slots.upperBound - 1 { right.append(packet) }
            if slot < slots.upperBound { try body(place(packet, at: slot)) }
        }
        nextSlot = slots.upperBound
        if let after { try join(right, to: after, body) }
    }

    /// Writes what is copied before a seam up to where the encoded packets take over.
    /// - Parameter start: the place of the first encoded packet.
    private func join(
        _ run: AudioPlan.Run, to encoded: [Packet], from start: Int, _ body: (Packet) throws -> Void
    ) throws {
        let end = start + encoded.count
        let border = try (nextSlot...end).last { border in
            try Self.window(try copied(border - 1, of: run), canStandFor: encoded[border - 1 - start])
        }
        for slot in nextSlot..<(border ?? end) { try body(try copied(slot, of: run)) }
        for slot in (border ?? end)..<end { try body(place(encoded[slot - start], at: slot)) }
    }

    /// Writes encoded packets beyond a seam up to where the copied ones take over.
    /// - Parameter encoded: the first of them is written already.
    private func join(_ encoded: [Packet], to run: AudioPlan.Run, _ body: (Packet) throws -> Void) throws {
        let start = run.slots.lowerBound
        let border = try (start..<start + encoded.count).first { border in
            try Self.window(encoded[border - start], canStandFor: try copied(border - 1, of: run))
        }
        for slot in start..<(border ?? start) { try body(place(encoded[slot - start + 1], at: slot)) }
        nextSlot = border ?? start
    }

    private static func window(_ packet: Packet, canStandFor other: Packet) throws -> Bool {
        guard let window = packet.withBytes({ AACWindow($0) }), let wanted = other.withBytes({ AACWindow($0) }) else {
            return false
        }
        return window.canStand(for: wanted)
    }
}

extension AudioPlan {
    /// A packet of the track as it is in the output, without its time.
    /// - Throws: `notSmart` for one that cannot be made stereo.
    func copy(of packet: Packet) throws -> Packet {
        guard isWidened else { return packet }
        guard let mono = packet.withBytes({ MonoAACPacket(Array($0)) }) else {
            throw ExportError.notSmart(.damage)
        }
        return try Packet(bytes: mono.stereo)
    }
}

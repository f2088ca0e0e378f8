import AAC
package import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// The audio of an export according to its plan: copied packets of the recording, and encoded packets at the seams.
final class CopiedAudio: AudioOutput {
    private let plan: AudioPlan
    private let movie: MovieReader
    private let encoder: AudioSpliceEncoder
    private var nextRun = 0
    /// The slot of the next packet to write.
    private var nextSlot = -1

    /// The maximum number of packets by which a seam may grow on either side, until the AAC windows match.
    private static let margin = 3

    let parameters: CodecParameters
    let timeBase: Rational

    /// - Parameter reader: The reader of the plan's track.
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
        encoder = AudioSpliceEncoder(
            SplicedAudio(plan, reader: reader, end: movie.index.tracks[plan.track].end), plan: plan, bitRate: bitRate)
    }

    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        try render(upTo: time.converted(to: Int32(clamping: plan.sampleRate), rounding: .up).value, body)
    }

    func finish(_ body: (Packet) throws -> Void) throws { try render(upTo: plan.length, body) }

    /// Produces the packets that begin before a sample of the output.
    private func render(upTo limit: Int64, _ body: (Packet) throws -> Void) throws {
        while nextRun < plan.runs.count, Int64(nextSlot * plan.frameSize) < limit {
            let run = plan.runs[nextRun]
            if run.firstCopied == nil {
                try encode(nextRun, output: body)
                nextRun += 1
            } else if nextSlot < copiedEnd(nextRun) {
                try body(try copied(nextSlot, of: run))
                nextSlot += 1
            } else {
                nextRun += 1
            }
        }
    }

    /// Returns the end of the slots to copy from a run. The seam after the run decides about the last `margin` slots.
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
        // The last packet ends with the output.
        packet.duration = min(Int64(plan.frameSize), plan.length - start)
        return packet
    }

    private func encode(_ number: Int, output body: (Packet) throws -> Void) throws {
        let start = plan.runs[number].slots.lowerBound
        guard number > 0 else { return _ = try encode(number, from: start, output: body) }
        // The first try encodes one extra packet before the seam, to find out which window the seam's first packet
        // follows. One is usually enough.
        guard try !encode(number, from: start - 1, mayFail: true, output: body) else { return }
        _ = try encode(number, from: nextSlot - 1, output: body)
    }

    /// Encodes a run, together with the packets on either side that the seam needs.
    /// - Parameters:
    ///   - first: The slot of the first packet to encode.
    ///   - mayFail: True to write nothing if no packet before the seam matches.
    /// - Returns: False if nothing was written.
    private func encode(
        _ number: Int, from first: Int, mayFail: Bool = false, output body: (Packet) throws -> Void
    ) throws -> Bool {
        let slots = plan.runs[number].slots
        let before = number > 0 ? plan.runs[number - 1] : nil
        let after = number + 1 < plan.runs.count ? plan.runs[number + 1] : nil
        let end = slots.upperBound + (after == nil ? 0 : Self.margin)
        var (left, right): ([Packet], [Packet]) = ([], [])
        var isJoined = true
        try encoder.encode(first..<end) { slot, packet in
            if slot < slots.lowerBound {
                left.append(packet)
                return true
            }
            if slot == slots.lowerBound {
                if let before { isJoined = try join(before, to: left, from: first, mayFail: mayFail, output: body) }
                guard isJoined else { return false }
                nextSlot = slots.upperBound
            }
            if slot < slots.upperBound { try body(place(packet, at: slot)) } else { right.append(packet) }
            guard slot >= slots.upperBound - 1, let after,
                try Self.window(packet, canStandFor: try copied(slot, of: after))
            else { return true }
            // Copied packets follow from here on.
            for (slot, packet) in zip(slots.upperBound..., right) { try body(place(packet, at: slot)) }
            nextSlot = slot + 1
            return false
        }
        return isJoined
    }

    /// Writes the copied packets before a seam, and then the encoded packets up to the seam.
    /// - Parameters:
    ///   - start: The slot of the first encoded packet.
    ///   - mayFail: True to write nothing if no encoded packet matches.
    /// - Returns: False if nothing was written.
    private func join(
        _ run: AudioPlan.Run, to encoded: [Packet], from start: Int, mayFail: Bool, output body: (Packet) throws -> Void
    ) throws -> Bool {
        let end = start + encoded.count
        let border = try (max(nextSlot, start + 1)...end).last { border in
            try Self.window(try copied(border - 1, of: run), canStandFor: encoded[border - 1 - start])
        }
        guard border != nil || !mayFail else { return false }
        for slot in nextSlot..<(border ?? end) { try body(try copied(slot, of: run)) }
        for slot in (border ?? end)..<end { try body(place(encoded[slot - start], at: slot)) }
        return true
    }

    private static func window(_ packet: Packet, canStandFor other: Packet) throws -> Bool {
        guard let window = packet.withBytes({ AACWindow($0) }), let wanted = other.withBytes({ AACWindow($0) }) else {
            return false
        }
        return window.canStand(for: wanted)
    }
}

extension AudioPlan {
    /// Returns a packet of the track as the output contains it, without its time.
    /// - Throws: `ExportError.notSmart` if the packet cannot be converted to stereo.
    package func copy(of packet: Packet) throws -> Packet {
        guard isWidened else { return packet }
        guard let mono = packet.withBytes({ MonoAACPacket(Array($0)) }) else {
            throw ExportError.notSmart(.damage)
        }
        return try Packet(bytes: mono.stereo)
    }
}

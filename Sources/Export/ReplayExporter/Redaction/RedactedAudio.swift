import AAC
import FFmpeg
import ReplayLibrary
import ReplayMovie

/// Gives the packets of an audio track one by one, those of a redaction encoded from silenced samples. Used from one thread.
final class RedactedAudio {
    let track: Int
    let range: SilencedRange
    private let movie: MovieReader
    private let samples: RedactedSamples
    private let encoder: AACEncoder
    private let times: [Int64]
    private let sampleRate: Int
    /// What the encoder made, by its place in the track, as far as it is still needed.
    private var made: [Int: Packet] = [:]
    /// The place whose samples the encoder is given next.
    private var fed: Int
    /// Where encoded packets take over from copied ones, and where they end.
    private var (first, end): (Int?, Int?) = (nil, nil)

    /// An encoder comes to rest after so many packets, and looks so many ahead.
    private static let (leadIn, leadOut) = (3, 3)

    init(_ samples: RedactedSamples, range: SilencedRange, movie: MovieReader, track: Int) throws {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        (self.samples, self.range, self.movie, self.track) = (samples, range, movie, track)
        times = index.samples.map(\.pts)
        sampleRate = parameters.sampleRate
        let bitRate = parameters.bitRate > 0 ? parameters.bitRate : 96_000 * parameters.channelCount
        encoder = try AACEncoder(sampleRate: sampleRate, channels: samples.channels, bitRate: bitRate)
        fed = range.packets.lowerBound - SilencedRange.margin - 1 - Self.leadIn
    }

    /// Calls must go from the track's first sample to its last.
    func packet(_ number: Int) throws -> Packet {
        guard range.widest.contains(number) else { return try copy(number) }
        let isEncoded = try number >= begin() && (number < range.packets.upperBound || number < finish())
        guard isEncoded else { return try copy(number) }
        var packet = try encoded(number)
        let sample = movie.index.tracks[track].samples[number]
        (packet.pts, packet.dts, packet.duration) = (sample.pts, sample.dts, sample.duration)
        (packet.streamIndex, packet.isKeyframe) = (track, sample.isKeyframe)
        made[number - 2] = nil
        return packet
    }

    private func copy(_ number: Int) throws -> Packet { try movie.verifiedPacket(track: track, sample: number) }

    /// Where the first encoded packet stands: as late as may be, behind one that it can follow.
    private func begin() throws -> Int {
        if let first { return first }
        let latest = range.packets.lowerBound
        let found = try (range.widest.lowerBound...latest).last { border in
            try border == 0 || Self.window(try copy(border - 1), canStandFor: try encoded(border - 1))
        }
        first = found ?? latest
        return found ?? latest
    }

    /// Where the encoded packets end: as early as may be, where a copied one can follow.
    private func finish() throws -> Int {
        if let end { return end }
        let earliest = range.packets.upperBound
        let found = try (earliest...range.widest.upperBound).first { border in
            try border == range.count || Self.window(try encoded(border - 1), canStandFor: try copy(border - 1))
        }
        end = found ?? earliest
        return found ?? earliest
    }

    private static func window(_ packet: Packet, canStandFor other: Packet) throws -> Bool {
        guard let window = packet.withBytes({ AACWindow($0) }), let wanted = other.withBytes({ AACWindow($0) }) else {
            return false
        }
        return window.canStand(for: wanted)
    }

    private func encoded(_ number: Int) throws -> Packet {
        let last = range.packets.upperBound + SilencedRange.margin + Self.leadOut
        while made[number] == nil, fed <= last {
            let start = Int64(fed) * SilencedRange.frameSize
            let planes = try samples.samples(from: time(of: fed), count: Int(SilencedRange.frameSize))
            fed += 1
            try take(.audio(planes: planes, sampleRate: sampleRate, pts: start))
            if fed > last { try take(nil) }
        }
        guard let packet = made[number] else {
            throw FFmpegError(.invalidData, operation: "encode", subject: "audio")
        }
        return packet
    }

    private func take(_ frame: Frame?) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() {
            let place = Int((packet.pts ?? 0) / SilencedRange.frameSize)
            made[place] = packet
        }
    }

    /// When a packet is heard; beyond the track's ends, as if it went on.
    private func time(of place: Int) -> Int64 {
        if place < 0 { return times[0] + Int64(place) * SilencedRange.frameSize }
        guard place >= times.count else { return times[place] }
        return times[times.count - 1] + Int64(place - times.count + 1) * SilencedRange.frameSize
    }
}

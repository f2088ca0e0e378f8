import AAC
import FFmpeg
import ReplayLibrary
import ReplayMovie

/// A sequential source of an audio track's packets. The packets of a redaction are encoded from silenced samples. Used
/// from one thread.
final class RedactedAudio {
    let track: Int
    let range: SilencedRange
    private let movie: MovieReader
    private let samples: RedactedSamples
    private let encoder: AACEncoder
    private let times: [Int64]
    private let sampleRate: Int
    /// The encoded packets that are still needed, by their index in the track.
    private var made: [Int: Packet] = [:]
    /// The index of the packet whose samples the encoder gets next.
    private var fed: Int
    /// The index of the first encoded packet and the index after the last one, once they are known.
    private var (first, end): (Int?, Int?) = (nil, nil)

    /// The number of packets after which the encoder is in a steady state, and its look-ahead in packets.
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

    /// Returns a packet. Calls must go from the track's first packet to its last.
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

    /// Returns the index of the first encoded packet: the latest one whose AAC window fits the copied packet before it.
    private func begin() throws -> Int {
        if let first { return first }
        let latest = range.packets.lowerBound
        let found = try (range.widest.lowerBound...latest).last { border in
            try border == 0 || Self.window(try copy(border - 1), canStandFor: try encoded(border - 1))
        }
        first = found ?? latest
        return found ?? latest
    }

    /// Returns the end of the encoded packets: the earliest index at which the AAC window of a copied packet fits.
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

    /// Returns the time of a packet. Before and after the track, the packet grid continues.
    private func time(of place: Int) -> Int64 {
        if place < 0 { return times[0] + Int64(place) * SilencedRange.frameSize }
        guard place >= times.count else { return times[place] }
        return times[times.count - 1] + Int64(place - times.count + 1) * SilencedRange.frameSize
    }
}

import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The packets of all tracks of a clip except the screen's, in ascending order of their times.
struct OtherTracks {
    private enum Content {
        case sample(Int)
        case packet(Packet)
    }

    private let movie: MovieReader
    private var entries: [(track: Int, time: MediaTime, content: Content)] = []
    private var next = 0
    private let starts: [Int64]

    /// - Parameters:
    ///   - start: The start of the clip. Packets that begin before it are left out.
    ///   - video: The index of the screen's track.
    ///   - rendered: The packets of re-encoded tracks, in ticks of the output from the clip's start.
    init(_ movie: MovieReader, from start: MediaTime, except video: Int, rendered: [Int: [Packet]]) throws {
        self.movie = movie
        starts = movie.index.tracks.map { start.converted(to: $0.timescale, rounding: .up).value }
        for (place, track) in movie.index.tracks.enumerated() where place != video {
            if let packets = rendered[place] {
                entries += packets.map {
                    (place, MediaTime(value: $0.dts ?? 0, timescale: ExportPlan.timescale), .packet($0))
                }
                continue
            }
            for (number, sample) in track.samples.enumerated() where sample.pts >= starts[place] {
                let time = MediaTime(value: sample.dts - starts[place], timescale: track.timescale)
                entries.append((place, time, .sample(number)))
            }
        }
        entries.sort { $0.time == $1.time ? $0.track < $1.track : $0.time < $1.time }
    }

    /// Calls `body` with the remaining packets up to `time`, or with all remaining packets if `time` is nil.
    mutating func packets(until time: MediaTime?, _ body: (Packet) throws -> Void) throws {
        while next < entries.count, time.map({ entries[next].time <= $0 }) ?? true {
            let entry = entries[next]
            next += 1
            var packet = try packet(entry.content, of: entry.track)
            packet.streamIndex = entry.track
            try body(packet)
        }
    }

    private func packet(_ content: Content, of track: Int) throws -> Packet {
        switch content {
        case .packet(let packet): return packet
        case .sample(let number):
            return try movie.packet(track: track, sample: number).moved(by: -starts[track])
        }
    }
}

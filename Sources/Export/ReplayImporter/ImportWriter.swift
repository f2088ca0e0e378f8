import FFmpeg
import ReplayLibrary
import ReplayMovie

/// A writer of the packets of a movie's tracks into the recording's movie.
final class ImportWriter {
    private let tracks: [ImportTrack]
    private let writer: MovieWriter
    private let places: [Int: Int]
    private var durations: [PacketDurations]
    /// The number of bytes since the end of the last fragment.
    private var gathered = 0

    /// The size at which a fragment ends, in bytes. Damage is detected per fragment.
    private static let fragmentBytes = 512 << 10

    init(_ tracks: [ImportTrack], in recording: Recording) throws {
        self.tracks = tracks
        writer = try MovieWriter(
            Recording.unfinishedMovieName, in: recording.folder, tracks: tracks.map(\.output), start: .apart)
        places = Dictionary(uniqueKeysWithValues: tracks.enumerated().map { ($1.stream.index, $0) })
        durations = tracks.map { PacketDurations($0.stream, timeBase: $0.output.timeBase) }
    }

    /// Writes the next packet of one of the tracks.
    func write(_ packet: Packet) throws {
        guard let place = places[packet.streamIndex] else { return }
        try tracks[place].take(packet) { try write(durations[place].next($0), at: place) }
    }

    /// Ends the movie.
    func finish() throws {
        for (place, track) in tracks.enumerated() {
            try track.end { try write(durations[place].next($0), at: place) }
            try write(durations[place].last(), at: place)
        }
        try writer.finish()
    }

    private func write(_ packet: Packet?, at place: Int) throws {
        guard var packet else { return }
        packet.streamIndex = place
        gathered += packet.size
        try writer.writeInterleaved(packet)
        guard gathered > Self.fragmentBytes else { return }
        gathered = 0
        try writer.endFragment()
    }
}

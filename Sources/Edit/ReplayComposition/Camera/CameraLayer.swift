package import MediaTime
import ReplayLibrary
package import ReplayMovie

/// The camera's frame at each instant of the recording. It decodes at most one frame ahead.
package final class CameraLayer<Track: FrameTrack> {
    private let reader: Track
    private let timescale: Int32
    private var time: Int64 = 0

    package init(_ movie: MovieReader, track: Int) throws {
        reader = try Track(movie, track: track)
        timescale = movie.index.tracks[track].timescale
    }

    /// Seeks to an instant of the recording.
    package func seek(to instant: MediaTime) throws {
        time = ticks(instant)
        try reader.seek(to: time, from: time)
    }

    /// Advances to a later instant of the recording.
    package func advance(to instant: MediaTime) throws {
        time = ticks(instant)
        while let next = reader.nextTime, next <= time { try reader.advance() }
    }

    /// The camera's frame at the current instant, or nil before the first frame.
    package var frame: Track.Frame? {
        guard let frame = reader.current, reader.currentTime ?? 0 <= time else { return nil }
        return frame
    }

    /// The time of the next frame, or nil after the last frame.
    package var nextTime: MediaTime? {
        let first = reader.currentTime.flatMap { $0 > time ? $0 : nil }
        return (first ?? reader.nextTime).flatMap { MediaTime(validating: $0, timescale: Int64(timescale)) }
    }

    private func ticks(_ instant: MediaTime) -> Int64 { instant.converted(to: timescale, rounding: .nearest).value }
}

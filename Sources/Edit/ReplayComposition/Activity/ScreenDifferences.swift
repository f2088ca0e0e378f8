import FFmpeg
import MediaTime
import ReplayMovie
import ReplayTimeline

/// The changes of the screen, found by comparing decoded frames. At most five frames per second are compared.
struct ScreenDifferences {
    private let movie: MovieReader
    private let track: Int
    private let size: (width: Int, height: Int)

    /// The frames that are compared per second.
    private static let rate: Int64 = 5
    /// The side of the squares that are compared, in pixels of the decoded frames.
    private static let side = 8
    /// The least mean difference of a square that has changed, in levels. Coding noise is less.
    private static let minDifference = 3

    /// - Parameters:
    ///   - movie: The movie or its proxy.
    ///   - size: The size of the recording's frame, in pixels.
    init(of movie: MovieReader, track: Int, size: (width: Int, height: Int)) {
        (self.movie, self.track, self.size) = (movie, track, size)
    }

    /// Returns the changes, with ascending times. Blocks: decoding takes some seconds for each minute of a movie, and
    /// half a second for each minute of a proxy.
    /// - Throws: `MovieError`, or `FFmpegError`.
    func changes() throws -> [ScreenChange] {
        let timescale = movie.index.tracks[track].timescale
        let reader = try FrameReader(movie, track: track, threads: 2)
        try reader.seek(to: 0, from: 0)
        var (changes, last, next) = ([ScreenChange](), Frame?.none, Int64(0))
        while let frame = reader.current {
            let time = reader.currentTime ?? 0
            // The newest frame before a pause is compared even if it is early, because nothing follows it.
            let isLast = (reader.nextTime ?? .max) - time > Int64(timescale) / Self.rate
            if time >= next || isLast {
                if let last, let area = try Self.area(of: frame, against: last, in: size) {
                    changes.append(ScreenChange(MediaTime(value: time, timescale: timescale), in: area))
                }
                (last, next) = (frame, time + Int64(timescale) / Self.rate)
            }
            try reader.advance()
        }
        return changes
    }

    /// Returns the smallest rectangle of the recording's frame that contains all changed squares, or nil if none has
    /// changed.
    private static func area(
        of frame: Frame, against other: Frame, in size: (width: Int, height: Int)
    ) throws -> FrameRectangle? {
        guard frame.width == other.width, frame.height == other.height else {
            return FrameRectangle(x: 0, y: 0, width: size.width, height: size.height)
        }
        return try frame.withPlanes { new in
            try other.withPlanes { old in
                let (new, old) = (new[0], old[0])
                var (columns, rows) = (Range<Int>?.none, Range<Int>?.none)
                for row in 0..<new.height / side {
                    for column in 0..<new.width / side where difference(new, old, column, row) >= minDifference {
                        columns =
                            columns.map { min($0.lowerBound, column)..<max($0.upperBound, column + 1) }
                            ?? column..<column + 1
                        rows = (rows?.lowerBound ?? row)..<row + 1
                    }
                }
                guard let columns, let rows else { return nil }
                func scaled(_ place: Int, _ whole: Int, _ to: Int) -> Int { min(place * side * to / whole, to) }
                let (left, top) = (
                    scaled(columns.lowerBound, new.width, size.width), scaled(rows.lowerBound, new.height, size.height)
                )
                return FrameRectangle(
                    x: left, y: top, width: scaled(columns.upperBound, new.width, size.width) - left,
                    height: scaled(rows.upperBound, new.height, size.height) - top)
            }
        }
    }

    /// Returns the mean difference of a square.
    private static func difference(_ new: SamplePlane, _ old: SamplePlane, _ column: Int, _ row: Int) -> Int {
        var sum = 0
        for y in row * side..<(row + 1) * side {
            let (one, other) = (new.start + y * new.stride + column * side, old.start + y * old.stride + column * side)
            for x in 0..<side { sum += abs(Int(one[x]) - Int(other[x])) }
        }
        return sum / (side * side)
    }
}

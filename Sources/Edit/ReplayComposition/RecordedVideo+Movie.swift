import FFmpeg
import MediaTime
import ReplayEditor
import ReplayLibrary
package import ReplayMovie

extension RecordedVideo {
    /// Reads the properties of a video track of `movie`.
    package init(_ movie: MovieReader, track: Int) {
        let parameters = movie.streams[track].parameters
        let index = movie.index.tracks[track]
        self.init(shapeOf: movie, track: track)
        times = index.samples.map(\.pts).sorted()
        keyframes = Self.decodingStarts(movie, track: track)
            .compactMap { MediaTime(validating: $0, timescale: Int64(index.timescale)) }
        colours = ColourSpace(parameters)
        guard let place = movie.cameraTrack else { return }
        camera = (movie.streams[place].parameters.width, movie.streams[place].parameters.height)
        let cameraIndex = movie.index.tracks[place]
        cameraStart = cameraIndex.samples.map(\.pts).min()
            .flatMap { MediaTime(validating: max(0, $0), timescale: Int64(cameraIndex.timescale)) }
        cameraTimes = cameraIndex.samples.lazy.map { max(0, $0.pts) }.sorted().compactMap {
            MediaTime(validating: $0, timescale: Int64(cameraIndex.timescale))?
                .converted(to: index.timescale, rounding: .up).value
        }
    }

    /// Returns the times at which decoding can begin, in ticks, ascending. The first frame of the track is always
    /// included. A movie that was cut out of an open GOP does not begin with a keyframe, but decoders show its first
    /// frame.
    private static func decodingStarts(_ movie: MovieReader, track: Int) -> [Int64] {
        let samples = movie.index.tracks[track].samples
        let keyframes = movie.keyframes(track: track).map { samples[$0].pts }.sorted()
        guard let first = samples.lazy.map(\.pts).min(), first < keyframes.first ?? .max else { return keyframes }
        return [first] + keyframes
    }

    /// Creates a source from the track's parameters, without reading its frames.
    package init(shapeOf movie: MovieReader, track: Int) {
        let parameters = movie.streams[track].parameters
        let (aspectWidth, aspectHeight) = parameters.sampleAspectRatio
        self.init(
            width: parameters.width, height: parameters.height, rotation: movie.streams[track].rotation,
            pixelAspect: Rational(Int64(aspectWidth), Int64(aspectHeight)) ?? 1,
            timescale: movie.index.tracks[track].timescale, times: [], keyframes: [])
    }
}

extension RecordedVideo {
    /// The number of frames in the fullest second. The window is 15 ms shorter, so that frames that come early or late
    /// make no difference.
    package var maxFrameRate: Int {
        let times = changes
        let window = Int64(timescale) * 985 / 1000
        var (first, most) = (0, 1)
        for (last, time) in times.enumerated() {
            while times[first] + window < time { first += 1 }
            most = max(most, last + 1 - first)
        }
        return most * 1000 / 985
    }

    /// The times at which the output's frame changes, in ticks. They are the times of the screen's frames, and of the
    /// camera's frames while the screen is still.
    private var changes: [Int64] {
        guard !cameraTimes.isEmpty else { return times }
        let tolerance = FrameChange.cameraTolerance(timescale)
        var (changes, screen, camera) = ([Int64](), times[...], cameraTimes[...])
        while let change = FrameChange(screen: screen.first, camera: camera.first, tolerance: tolerance) {
            changes.append(change.time)
            screen = screen.drop { $0 <= change.time }
            camera = camera.drop { $0 <= change.time }
        }
        return changes
    }
}

package import FFmpeg
import MediaTime
package import ReplayEditor
package import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

/// The video of an edit as a player takes it: small frames, each of which can be decoded by itself, in fragments of one.
///
/// Frames of the proxy are copied. Where the export shows a camera, they are composed by the exporter's own code, and encoded.
/// Used from one thread at a time.
package final class PlaybackVideo {
    /// Of the recording.
    package let proxy: MovieReader
    private let track: Int
    private let decoder: TrackDecoder
    private let camera: ComposedVideo?
    /// The proxy's own frames, in the recording's ticks, ascending; the places are those of its samples.
    private let proxyTimes: [Int64]
    /// When what is shown changes, in the recording's ticks, ascending.
    private let times: [Int64]
    /// When the recording's own frames come on the screen.
    private let recorded: [Int64]

    /// What a player is given before the fragments; of edits that show frames alike it is the same.
    package let initialization: [UInt8]
    /// In pixels.
    package let size: (width: Int, height: Int)
    /// As in RFC 6381: `avc1.42c01e`.
    package let codec: String
    /// Ticks a second, the recording's.
    package let timescale: Int32

    /// - Parameters:
    ///   - proxy: of the session's recording; it may be shorter.
    ///   - placement: where a camera is shown; nil: nowhere.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package init(_ session: EditSession, proxy: MovieReader, camera placement: CameraPlacement? = .standard) throws {
        guard let track = proxy.index.videoTrack, proxy.hasFrames else {
            throw MovieError(path: session.recording.displayName, reason: .noVideo)
        }
        (self.proxy, self.track) = (proxy, track)
        timescale = session.edit.timescale
        recorded = session.frameTimes
        proxyTimes = Self.times(of: proxy.index.tracks[track], in: timescale, near: recorded)
        decoder = try TrackDecoder(proxy, track: track)
        camera = try ComposedVideo(session, proxy: proxy.streams[track].parameters, placement)
        times = camera?.times(with: proxyTimes) ?? proxyTimes
        let parameters = camera?.parameters ?? proxy.streams[track].parameters
        size = (parameters.width, parameters.height)
        codec = Self.codec(parameters.extradata)
        initialization = try InitializationSegment.bytes(parameters, timeBase: .oneOver(timescale))
    }

    /// Profile, compatibility and level, as `avcC` has them.
    private static func codec(_ configuration: [UInt8]) -> String {
        "avc1."
            + configuration.dropFirst().prefix(3).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }

    /// When the proxy's frames are shown, in ticks of the recording. In other ticks than its own they are the nearest that
    /// a frame of the recording has.
    private static func times(of track: MovieIndex.Track, in timescale: Int32, near recorded: [Int64]) -> [Int64] {
        guard track.timescale != timescale else { return track.samples.map(\.pts) }
        return track.samples.map { sample in
            let time = MediaTime(value: sample.pts, timescale: track.timescale)
                .converted(to: timescale, rounding: .nearest).value
            let next = recorded.partitioningIndex { $0 >= time }
            let near = [next - 1, next].filter(recorded.indices.contains).map { recorded[$0] }
            return near.min { abs($0 - time) < abs($1 - time) } ?? time
        }
    }

    /// Until when there are frames, in the recording's ticks.
    package var end: Int64 {
        MediaTime(value: proxy.index.tracks[track].end, timescale: proxy.index.tracks[track].timescale)
            .converted(to: timescale, rounding: .up).value
    }

    /// The frames that an edit shows.
    package func frames(of edit: Edit) -> PlayedFrames {
        PlayedFrames(times: times, recorded: recorded, clips: edit.clips)
    }

    /// Fragments for a player: one for each of some frames, whose `mfhd` has the frame's number, counted from 1.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package func fragments(_ numbers: Range<Int>, of frames: PlayedFrames) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers.clamped(to: 0..<frames.count) {
            let frame = frames[number]
            let sample = try sample(frame.sample)
            let fragment = MediaFragment(
                sequence: UInt32(clamping: number + 1), start: frame.start,
                duration: UInt32(clamping: frame.duration), size: UInt32(clamping: sample.count))
            bytes += fragment.header
            bytes += sample
        }
        return bytes
    }

    private func sample(_ place: Int) throws -> [UInt8] {
        guard let camera else { return try proxy.packet(track: track, sample: place).withBytes { Array($0) } }
        let time = times[place]
        return try camera.sample(of: try screen(at: time), at: MediaTime(value: time, timescale: timescale))
    }

    /// The frame on the screen at an instant of the recording, as small as the proxy has it, without a camera.
    /// - Parameter time: in the recording's ticks.
    package func screen(at time: Int64) throws -> Frame {
        decoder.seek(toSample: max(0, proxyTimes.partitioningIndex { $0 > time } - 1))
        guard let frame = try decoder.nextFrame() else { throw ExportError.noFrame }
        return frame
    }

    /// The same as a JPEG file.
    /// - Parameter height: in pixels, above 0; it is not made larger than the proxy.
    package func thumbnail(at time: Int64, height: Int) throws -> [UInt8] {
        try screen(at: time).thumbnail(height: height)
    }

    /// A frame of a recording as a JPEG file: of its proxy, or else of its movie, which takes longer. Blocks.
    /// - Parameters:
    ///   - time: in the recording's ticks.
    ///   - height: as in `thumbnail(at:height:)`.
    package static func thumbnail(of recording: Recording, at time: Int64, height: Int) throws -> [UInt8] {
        let session = try EditSession(recording)
        if let proxy = recording.openProxy() {
            return try PlaybackVideo(session, proxy: proxy, camera: nil).thumbnail(at: time, height: height)
        }
        let frames = try EditFrames(session, edit: try Edit(duration: session.edit.duration), camera: nil)
        let instant = min(max(0, time), session.edit.duration.value)
        return try frames.frame(at: MediaTime(value: instant, timescale: session.edit.timescale))
            .thumbnail(height: height)
    }
}

extension Frame {
    /// A JPEG file of at most this height, in pixels.
    fileprivate func thumbnail(height: Int) throws -> [UInt8] {
        let height = max(1, min(height, self.height))
        let width = max(1, (self.width * height + self.height / 2) / self.height)
        return try ImageFormat.jpeg.encoded(self, width: width, height: height)
    }
}

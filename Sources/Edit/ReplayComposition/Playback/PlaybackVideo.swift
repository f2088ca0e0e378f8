package import FFmpeg
import MediaTime
package import ReplayEditor
package import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

/// The video of an edit for a player: small frames that decode independently, one in each fragment.
///
/// Frames of the proxy are copied. If the edit shows a camera or changes frames, the exporter's own code composes and
/// encodes them. Use it from one thread at a time.
package final class PlaybackVideo {
    /// The recording's proxy.
    package let proxy: MovieReader
    private let track: Int
    private let decoder: TrackDecoder
    private let camera: ComposedVideo?
    /// The times of the proxy's frames, in the recording's ticks, ascending. The indices are those of its samples.
    private let proxyTimes: [Int64]
    /// The times at which the shown frame changes, in the recording's ticks, ascending.
    private let times: [Int64]
    /// The times of the recording's own frames, in its ticks.
    private let recorded: [Int64]

    /// The initialization segment, which a player gets before the fragments. Edits that show frames in the same way
    /// have the same segment.
    package let initialization: [UInt8]
    /// The size of the frames, in pixels.
    package let size: (width: Int, height: Int)
    /// The codec string according to RFC 6381, for example `avc1.42c01e`.
    package let codec: String
    /// The recording's time scale, in ticks per second.
    package let timescale: Int32

    /// Opens the video of a session.
    /// - Parameters:
    ///   - session: The recording and its edit.
    ///   - proxy: The proxy of the session's recording. It may be shorter than the recording.
    ///   - placement: The placement of the camera, or nil if it is not shown.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package init(_ session: EditSession, proxy: MovieReader, camera placement: CameraPlacement? = .standard) throws {
        guard let track = proxy.index.videoTrack, proxy.hasFrames else {
            throw MovieError(path: session.recording.displayName, reason: .noVideo)
        }
        (self.proxy, self.track) = (proxy, track)
        timescale = session.edit.timescale
        recorded = session.frameTimes
        proxyTimes = Self.times(of: proxy.index.tracks[track], in: timescale, near: recorded)
        decoder = try TrackDecoder(proxy, track: track)
        camera = try ComposedVideo(session, proxy: proxy.streams[track].parameters, placement: placement)
        times = camera?.times(with: proxyTimes) ?? proxyTimes
        let parameters = camera?.parameters ?? proxy.streams[track].parameters
        size = (parameters.width, parameters.height)
        codec = Self.codec(parameters.extradata)
        initialization = try InitializationSegment.bytes(parameters, timeBase: .oneOver(timescale))
    }

    /// Returns the codec string with the profile, compatibility and level bytes of `avcC`.
    private static func codec(_ configuration: [UInt8]) -> String {
        "avc1."
            + configuration.dropFirst().prefix(3).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }

    /// Returns the times of the proxy's frames, in ticks of the recording. If the time scales differ, each time is the
    /// nearest time of a frame of the recording.
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

    /// The end of the proxy's frames, in the recording's ticks.
    package var end: Int64 {
        MediaTime(value: proxy.index.tracks[track].end, timescale: proxy.index.tracks[track].timescale)
            .converted(to: timescale, rounding: .up).value
    }

    /// Returns the frames that an edit shows.
    package func frames(of edit: Edit) -> PlayedFrames {
        PlayedFrames(times: times, recorded: recorded, clips: edit.clips)
    }

    /// Returns one fragment for each of some frames. The sequence number in `mfhd` is the frame's number, counted from
    /// 1.
    /// - Throws: `MovieError`, or `FFmpegError`.
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

    /// Returns the proxy's frame of the screen at an instant of the recording, without a camera.
    /// - Parameter time: The instant, in the recording's ticks.
    package func screen(at time: Int64) throws -> Frame {
        decoder.seek(toSample: max(0, proxyTimes.partitioningIndex { $0 > time } - 1))
        guard let frame = try decoder.nextFrame() else { throw CompositionError.noFrame }
        return frame
    }

    /// Returns the proxy's frame of the screen at an instant, as a JPEG file.
    /// - Parameters:
    ///   - time: The instant, in the recording's ticks.
    ///   - height: The height in pixels, above 0. The proxy's height is the maximum.
    package func thumbnail(at time: Int64, height: Int) throws -> [UInt8] {
        try screen(at: time).thumbnail(height: height)
    }

    /// Returns a frame of a recording as a JPEG file. It comes from the proxy, or from the movie if there is no proxy,
    /// which takes longer. Blocks.
    /// - Parameters:
    ///   - recording: The recording.
    ///   - time: The instant, in the recording's ticks.
    ///   - height: The height in pixels, as in `thumbnail(at:height:)`.
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
    /// Returns the frame as a JPEG file, with at most this height in pixels.
    fileprivate func thumbnail(height: Int) throws -> [UInt8] {
        let height = max(1, min(height, self.height))
        let width = max(1, (self.width * height + self.height / 2) / self.height)
        return try ImageFormat.jpeg.encoded(self, width: width, height: height)
    }
}

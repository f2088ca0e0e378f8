package import FFmpeg
package import MediaTime
package import ReplayTimeline

/// Mixes the audio tracks of a recording for an export: stereo, at `sampleRate`, in the times of the edit.
package final class AudioMix {
    private let clips: [Clip]
    private let end: MediaTime
    private let readers: [AudioReader]
    private let mixing: any AudioMixing
    /// The position in each track: its clip, and the next sample of the output in the track's own rate.
    private var cursors: [Cursor]

    private struct Cursor {
        var clip: Int
        var position: Int64
        var isSought = false
        /// The audio of the clip, if the clip plays at another speed.
        var stretched: StretchedAudio?
    }

    /// The sample rate of the mix, in Hz.
    package static let sampleRate = 48_000
    /// The maximum number of samples to read in one call.
    private static let maxFrameSize: Int64 = 8192

    /// - Parameters:
    ///   - clips: The clips of the edit.
    ///   - end: The end of the output.
    ///   - readers: One reader for each track to mix, at least one. From here on, only this mix may use them.
    ///   - filters: libavfilter's filters for the mixed audio, each with a comma before it.
    ///   - format: libavfilter's name of the output sample format.
    ///   - frameSize: The number of samples in each frame except the last, or 0 for any number.
    ///   - start: The time in the output at which the mix begins.
    package init(
        _ clips: [Clip], until end: MediaTime, readers: [AudioReader], filters: String = "", format: String,
        frameSize: Int, from start: MediaTime = .zero
    ) throws {
        self.clips = clips
        self.end = end
        self.readers = readers
        let position = start.converted(to: Int32(Self.sampleRate), rounding: .nearest).value
        let models = readers.map(\.model)
        // If adding samples is enough, libavfilter is not loaded.
        let sum =
            filters.isEmpty && format == "fltp" ? SampleSum(of: models, frameSize: frameSize, from: position) : nil
        mixing =
            try sum
            ?? FilteredMix(of: models, filters: filters, format: format, frameSize: frameSize, from: position)
        let clip = max(0, clips.partitioningIndex { $0.start > start } - 1)
        cursors = readers.map {
            Cursor(clip: clip, position: start.converted(to: Int32($0.sampleRate), rounding: .nearest).value)
        }
    }

    /// Mixes up to `time` of the output, and passes the finished frames to `body`. A frame of a track that extends
    /// beyond `time` is not split.
    package func render(upTo time: MediaTime, _ body: (Frame) throws -> Void) throws {
        let limit = min(time, end)
        var isFed = true
        // The tracks take turns, so that none of them waits long for another.
        while isFed {
            isFed = false
            for index in readers.indices where try feed(index, upTo: limit) { isFed = true }
            try takeFrames(body)
        }
    }

    /// Mixes the rest.
    package func finish(_ body: (Frame) throws -> Void) throws {
        try render(upTo: end, body)
        try mixing.end()
        try takeFrames(body)
    }

    /// Adds the next frame of a track, if a frame begins before `limit`.
    /// - Returns: True if a frame was added.
    private func feed(_ index: Int, upTo limit: MediaTime) throws -> Bool {
        let rate = Int32(readers[index].sampleRate)
        func position(_ time: MediaTime) -> Int64 { time.converted(to: rate, rounding: .nearest).value }
        let limit = position(limit)
        while cursors[index].position < limit, cursors[index].clip < clips.count {
            let clip = clips[cursors[index].clip]
            let clipEnd = position(clip.start + clip.duration)
            guard cursors[index].position < clipEnd else {
                cursors[index].clip += 1
                (cursors[index].isSought, cursors[index].stretched) = (false, nil)
                continue
            }
            // The frame may extend beyond the limit: it is not split there.
            let count = Int(min(min(clipEnd, position(end)) - cursors[index].position, Self.maxFrameSize))
            let frame =
                try clip.isAsRecorded
                ? read(index, clip: clip, count: count) : readStretched(index, clip: clip, count: count)
            try mixing.add(frame, at: cursors[index].position, of: index)
            cursors[index].position += Int64(frame.sampleCount)
            return true
        }
        return false
    }

    private func read(_ index: Int, clip: Clip, count: Int) throws -> Frame {
        let reader = readers[index]
        let rate = Int32(reader.sampleRate)
        // Positions are computed from the exact times of each clip, so that rounding errors do not accumulate.
        let clipStart = clip.start.converted(to: rate, rounding: .nearest).value
        let source =
            clip.source.start.converted(to: rate, rounding: .nearest).value + cursors[index].position - clipStart
        if !cursors[index].isSought { try reader.seek(to: source) }
        cursors[index].isSought = true
        return try reader.read(from: source, count: count)
    }

    private func readStretched(_ index: Int, clip: Clip, count: Int) throws -> Frame {
        if let stretched = cursors[index].stretched { return try stretched.read(count) }
        let rate = Int32(readers[index].sampleRate)
        let position = MediaTime(value: cursors[index].position, timescale: rate)
            .converted(to: clip.start.timescale, rounding: .nearest)
        let source = TimeRange(
            start: max(clip.source.start, min(clip.recordingTime(at: position), clip.source.end)), end: clip.source.end
        ).converted(to: rate, rounding: .nearest)
        let stretched = try StretchedAudio(
            readers[index], samples: source.start.value..<source.end.value, speed: clip.speed)
        cursors[index].stretched = stretched
        return try stretched.read(count)
    }

    private func takeFrames(_ body: (Frame) throws -> Void) throws {
        while let frame = try mixing.nextFrame() { try body(frame) }
    }
}

/// A mixer that combines the samples of several tracks into one, frame by frame. Use it from one thread at a time.
protocol AudioMixing: AnyObject {
    /// Adds the next samples of a track.
    /// - Parameters:
    ///   - position: The first sample's position, in the track's rate.
    ///   - track: The index of the track among the mixed tracks.
    func add(_ frame: Frame, at position: Int64, of track: Int) throws
    /// Marks the end of all tracks.
    func end() throws
    /// Returns the next frame of the mix with its PTS. Returns nil if more samples must be added first, or after the
    /// last frame.
    func nextFrame() throws -> Frame?
}

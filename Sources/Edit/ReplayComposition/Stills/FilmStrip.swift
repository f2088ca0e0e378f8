import MediaTime
package import ReplayEditor
import ReplayTimeline

/// An image of a whole recording from beginning to end: a row of frames, or the waveforms of its audio tracks one below
/// another. The ranges that the edit has removed are dark.
package struct FilmStrip {
    /// The width, in pixels, in 64...16,384.
    package var width = 1920
    /// The height of the row of frames and of each waveform, in pixels, in 16...1080.
    package var height = 90

    package init() {}

    /// Draws the frames. Blocks.
    /// - Throws: The errors of `EditFrames`.
    package func frames(of session: EditSession) throws -> RGBImage {
        let whole = try EditFrames(session, edit: try Edit(duration: session.edit.duration), camera: nil)
        let tileWidth = min(width, max(1, whole.size.width * height / whole.size.height))
        var strip = RGBImage(width: width, height: height, colour: StillsPalette.ground)
        for x in stride(from: 0, to: width, by: tileWidth) {
            let time = whole.duration.part(2 * x + tileWidth, of: 2 * width)
            let tile = try RGBImage(try whole.frame(at: time), width: tileWidth, height: height)
            strip.place(tile, x: x, y: 0)
        }
        shade(&strip, for: session.edit)
        return strip
    }

    /// Draws the waveforms, or returns nil if the recording has no audio. Blocks.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package func waveforms(of session: EditSession) throws -> RGBImage? {
        let (tracks, duration) = (try session.audioPeaks(), session.edit.duration)
        guard !tracks.isEmpty else { return nil }
        var image = RGBImage(width: width, height: height * tracks.count, colour: StillsPalette.ground)
        for (row, peaks) in tracks.enumerated() {
            for column in 0..<width {
                let range = TimeRange(
                    start: duration.part(column, of: width), end: duration.part(column + 1, of: width))
                let length = AudioPeaks.height(of: peaks.peak(in: range), full: height)
                image.fill(
                    x: column, y: row * height + (height - length) / 2, width: 1, height: length, StillsPalette.wave)
            }
        }
        shade(&image, for: session.edit)
        return image
    }

    /// Darkens the ranges that the edit has removed, between red lines.
    private func shade(_ image: inout RGBImage, for edit: Edit) {
        func column(_ time: MediaTime) -> Int {
            Int(
                Int128(time.converted(to: edit.timescale, rounding: .nearest).value) * Int128(width)
                    / Int128(edit.duration.value))
        }
        let kept = edit.kept.map { column($0.start)..<column($0.end) }
        let edges = [0] + kept.flatMap { [$0.lowerBound, $0.upperBound] } + [width]
        for place in stride(from: 0, to: edges.count, by: 2) where edges[place] < edges[place + 1] {
            let (start, end) = (edges[place], edges[place + 1])
            image.fill(x: start, y: 0, width: end - start, height: image.height, StillsPalette.ground, opacity: 0.75)
            for edge in [start, end - 1] {
                image.fill(x: edge, y: 0, width: 1, height: image.height, StillsPalette.cut)
            }
        }
    }
}

package import MediaTime
package import ReplayEditor
package import ReplayTimeline

/// An image of evenly spaced frames of an edit with their times, and its waveform below. Cuts are marked red.
package struct ContactSheet {
    /// The number of frames in a row, in 1...32.
    package var columns = 4
    /// The number of rows, in 1...32.
    package var rows = 3
    /// The width of a frame, in pixels, in 64...1920.
    package var tileWidth = 480

    private static let (gap, captionHeight, waveHeight, barWidth) = (6, 24, 120, 6)

    package init() {}

    /// Draws the contact sheet. Blocks.
    /// - Throws: The errors of `EditFrames`, or `StillsError` if the image would be too large.
    package func image(of session: EditSession, camera: CameraPlacement? = .standard) throws -> RGBImage {
        let frames = try EditFrames(session, camera: camera)
        let tileHeight = max(2, frames.size.height * tileWidth / frames.size.width)
        let (stepX, stepY) = (tileWidth + 2 * Self.gap, tileHeight + Self.gap + Self.captionHeight)
        guard max(columns * stepX, rows * stepY + Self.waveHeight) <= StillsError.maxSide else {
            throw StillsError.tooLarge(width: columns * stepX, height: rows * stepY + Self.waveHeight)
        }
        var sheet = RGBImage(
            width: columns * stepX, height: rows * stepY + Self.waveHeight, colour: StillsPalette.ground)
        var lastClip = 0
        for number in 0..<rows * columns {
            let time = frames.duration.part(2 * number + 1, of: 2 * rows * columns)
            let image = try RGBImage(try frames.frame(at: time), width: tileWidth, height: tileHeight)
            let (x, y) = (number % columns * stepX, number / columns * stepY)
            sheet.place(image, x: x + Self.gap, y: y + Self.gap)
            let clip = frames.clip(at: time)
            if clip > lastClip { sheet.fill(x: x, y: y, width: Self.barWidth, height: stepY, StillsPalette.cut) }
            lastClip = clip
            caption(&sheet, frames: frames, time: time, x: x + Self.gap, y: y + tileHeight + Self.gap)
        }
        draw(try session.audioPeaks(), of: frames, into: &sheet, y: rows * stepY)
        return sheet
    }

    /// Draws the time of a frame in the edit and, if it is different, its time in the recording.
    private func caption(_ sheet: inout RGBImage, frames: EditFrames, time: MediaTime, x: Int, y: Int) {
        let (shown, recorded) = (time.timecode(), frames.recordingTime(at: time).timecode())
        sheet.write(shown, x: x + 2, y: y + 6, scale: 2, colour: StillsPalette.text)
        guard recorded != shown else { return }
        sheet.write(
            "(\(recorded))", x: x + 2 + 12 * (shown.utf8.count + 1), y: y + 6, scale: 2, colour: StillsPalette.note)
    }

    private func draw(_ peaks: [AudioPeaks], of frames: EditFrames, into sheet: inout RGBImage, y: Int) {
        for column in 0..<sheet.width {
            let (start, end) = (
                frames.duration.part(column, of: sheet.width), frames.duration.part(column + 1, of: sheet.width)
            )
            let isSeam = frames.clip(at: start) < frames.clip(at: end)
            // The range between the two clips was removed.
            let heardUntil = frames.recordingTime(at: isSeam ? start : end)
            let range = TimeRange(start: frames.recordingTime(at: start), end: heardUntil)
            let height = AudioPeaks.height(of: peaks.map { $0.peak(in: range) }.max() ?? 0, full: Self.waveHeight)
            sheet.fill(
                x: column, y: y + (Self.waveHeight - height) / 2, width: 1, height: height, StillsPalette.wave)
            if isSeam { sheet.fill(x: column, y: y, width: 2, height: Self.waveHeight, StillsPalette.cut) }
        }
    }
}

extension MediaTime {
    /// Returns `numerator / denominator` of the time.
    package func part(_ numerator: Int, of denominator: Int) -> MediaTime {
        MediaTime(value: Int64(Int128(value) * Int128(numerator) / Int128(denominator)), timescale: timescale)
    }
}

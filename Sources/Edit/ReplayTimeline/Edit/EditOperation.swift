public import MediaTime

/// One decision about a recording: what is kept of it, how fast it plays, and what is done to frames and audio.
///
/// Decisions of different kinds are kept apart, so they mean the same in any order. `━` is kept, `┄` removed.
public enum EditOperation: Hashable, Sendable {
    /// Keeps the range and what was not cut from it; the last trim given takes the place of earlier ones.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     trim 2..12
    ///     after         ┄┄━━━┄┄┄┄┄━━┄┄┄┄┄┄┄┄
    case trim(TimeRange)

    /// Removes the range. Cuts add up.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     cut 8..15
    ///     after         ━━━━━┄┄┄┄┄┄┄┄┄┄━━━━━
    case cut(TimeRange)

    /// Keeps the ranges, at least one, and what was not cut from them: trims to the first beginning and the last end, and
    /// cuts what lies between.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     keep 2..7 12..15
    ///     after         ┄┄━━━┄┄┄┄┄┄┄━━━┄┄┄┄┄
    case keep([TimeRange])

    /// Plays the range faster or slower, and mutes its audio where that is asked for: voices that are much faster are noise.
    /// Ranges of different speeds may touch, not overlap.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     speed 5..15 2x
    ///     after         ━━━━━━━━━━━━━━━         (5..15 in half the time)
    case speed(TimeRange, Speed, mutesAudio: Bool = false)

    /// Hides a part of the frame, or all of it.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     blur 5..10 200x50+10+10
    ///     after         ━━━━━▒▒▒▒▒━━━━━━━━━━
    case video(VideoEffect)

    /// Shows a text over the frame.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     title 5..10 "Chapter one"
    ///     after         ━━━━━TTTTT━━━━━━━━━━
    case title(Title)

    /// Shows a part of the frame as large as the frame, and goes there and back smoothly. Ranges may touch, not overlap.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     zoom 5..15 640x360+100+50 1s
    ///     after         ━━━━━╱████████╲━━━━━
    case zoom(Zoom)

    /// Shows the camera elsewhere, in place of the screen, or not at all. Ranges may touch, not overlap.
    ///
    ///                   0    5    10   15   20
    ///     before        ▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗
    ///     camera 5..10 top-left
    ///     after         ▗▗▗▗▗▘▘▘▘▘▗▗▗▗▗▗▗▗▗▗
    case camera(CameraEffect)

    /// Begins a chapter, beside those of the marks that were set while it was recorded.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     mark 5 "Setup"
    ///     after         ━━━━━│━━━━━━━━━━━━━━
    ///                        Setup
    case mark(EditMark)

    /// Shows where the pointer is, or where its buttons are pressed, where that was recorded.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     highlight 5..10
    ///     after         ━━━━━◉◉◉◉◉━━━━━━━━━━
    case pointer(PointerEffect)

    /// Makes audio louder or less loud. Gains add up; of fades and gains at one instant all count.
    ///
    ///                   0    5    10   15   20
    ///     before        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
    ///     gain 5..10 -6dB
    ///     after         ▄▄▄▄▄▂▂▂▂▂▄▄▄▄▄▄▄▄▄▄
    case audio(AudioEffect)

    /// Shows this part of the frame alone, all the time; the last crop given takes the place of earlier ones.
    ///
    ///     before        ┌──────┐
    ///                   │ ▄▄▄  │
    ///                   └──────┘
    ///     crop 3x1+1+1
    ///     after         ▄▄▄
    case crop(FrameRectangle)

    /// Turns the frame, all the time; the last one given takes the place of earlier ones. Rectangles are those of the frame
    /// as it was before.
    ///
    ///     before        ▛▀▀▀      rotate 90      after   ▀▜
    ///                                                     ▐
    case rotate(QuarterTurn)

    /// Gives exports captions; the last ones given take the place of earlier ones.
    ///
    ///     captions captions-0123456789abcdef0123456789abcdef en
    case captions(EditCaptions)
}

extension EditOperation {
    /// The ranges of the recording that it is about; none where that is all of it, or an instant.
    public var ranges: [TimeRange] {
        switch self {
        case .trim(let range), .cut(let range), .speed(let range, _, _): [range]
        case .keep(let ranges): ranges
        case .video(let effect): [effect.range]
        case .title(let title): [title.range]
        case .pointer(let effect): [effect.range]
        case .zoom(let zoom): [zoom.range]
        case .camera(let effect): [effect.range]
        case .audio(let effect): [effect.range]
        case .mark, .crop, .rotate, .captions: []
        }
    }

    /// The part of the frame that it is about; nil where there is none.
    public var rectangle: FrameRectangle? {
        switch self {
        case .video(let effect): effect.rectangle
        case .zoom(let zoom): zoom.rectangle
        case .crop(let rectangle): rectangle
        case .trim, .cut, .keep, .speed, .title, .camera, .mark, .pointer, .audio, .rotate, .captions: nil
        }
    }

    /// The same with an image in what it covers; where it covers nothing, the same.
    package func with(_ image: VideoEffect.Image) -> EditOperation {
        guard case .video(let effect) = self else { return self }
        return .video(VideoEffect(effect.kind, effect.range, effect.rectangle, image: image))
    }

    /// - Throws: ``EditError/outsideFrame(_:width:height:)`` where its rectangle reaches beyond a frame of this size.
    public func check(frameWidth: Int, height: Int) throws(EditError) {
        guard let rectangle, !rectangle.fits(width: frameWidth, height: height) else { return }
        throw .outsideFrame(rectangle, width: frameWidth, height: height)
    }

    /// The same on what of its ranges lies in `limits`; nil where nothing does.
    package func limited(to limits: TimeRange) -> EditOperation? {
        if case .mark(let mark) = self { return mark.time >= limits.start && mark.time <= limits.end ? self : nil }
        let limited = ranges.compactMap { range -> TimeRange? in
            let start = max(range.start, limits.start)
            let end = min(range.end, limits.end)
            return start < end ? TimeRange(start: start, end: end) : nil
        }
        if !ranges.isEmpty, limited.isEmpty { return nil }
        return with(limited)
    }

    /// The same about other ranges, of which there is at least one where there was.
    func with(_ ranges: [TimeRange]) -> EditOperation {
        guard let range = ranges.first else { return self }
        return switch self {
        case .trim: .trim(range)
        case .cut: .cut(range)
        case .keep: .keep(ranges)
        case .speed(_, let speed, let mutesAudio): .speed(range, speed, mutesAudio: mutesAudio)
        case .video(let effect): .video(VideoEffect(effect.kind, range, effect.rectangle, image: effect.image))
        case .title(let title): .title(Title(title.text, range, title.position))
        case .pointer(let effect): .pointer(PointerEffect(effect.kind, range))
        case .zoom(let zoom): .zoom(zoom.with(range))
        case .camera(let effect): .camera(CameraEffect(effect.kind, range))
        case .audio(let effect): .audio(AudioEffect(effect.kind, range, effect.track))
        case .mark, .crop, .rotate, .captions: self
        }
    }
}

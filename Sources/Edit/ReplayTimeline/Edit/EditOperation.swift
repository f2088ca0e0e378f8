public import MediaTime

/// An operation on a recording: a range to keep or remove, a speed, or an effect on frames or audio.
///
/// Operations of different kinds are independent, so their order does not matter. `━` is kept, `┄` removed.
public enum EditOperation: Hashable, Sendable {
    /// Keeps the range except for what cuts remove from it. The last trim replaces earlier ones.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     trim 2..12
    ///     after         ┄┄━━━┄┄┄┄┄━━┄┄┄┄┄┄┄┄
    case trim(TimeRange)

    /// Removes the range. Cuts are cumulative.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     cut 8..15
    ///     after         ━━━━━┄┄┄┄┄┄┄┄┄┄━━━━━
    case cut(TimeRange)

    /// Keeps the ranges, at least one, except for what cuts remove from them. It trims to the first start and the last
    /// end, and cuts the gaps.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     keep 2..7 12..15
    ///     after         ┄┄━━━┄┄┄┄┄┄┄━━━┄┄┄┄┄
    case keep([TimeRange])

    /// Plays the range faster or slower, and optionally mutes its audio, because much faster speech is only noise.
    /// Ranges of different speeds may touch but not overlap.
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

    /// Enlarges a part of the frame to the whole frame, with smooth transitions. Ranges may touch but not overlap.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     zoom 5..15 640x360+100+50 1s
    ///     after         ━━━━━╱████████╲━━━━━
    case zoom(Zoom)

    /// Draws an arrow, a text or another figure over the screen, or a watermark over the frame.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     arrow 5..10 100,50 400,300
    ///     after         ━━━━━↘↘↘↘↘━━━━━━━━━━
    case annotation(Annotation)

    /// Shows the camera elsewhere, in place of the screen, or not at all. Ranges may touch but not overlap.
    ///
    ///                   0    5    10   15   20
    ///     before        ▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗▗
    ///     camera 5..10 top-left
    ///     after         ▗▗▗▗▗▘▘▘▘▘▗▗▗▗▗▗▗▗▗▗
    case camera(CameraEffect)

    /// Begins a chapter, in addition to the marks that were set during recording.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     mark 5 "Setup"
    ///     after         ━━━━━│━━━━━━━━━━━━━━
    ///                        Setup
    case mark(EditMark)

    /// Highlights the pointer, or the presses of its buttons, if the recording has pointer data.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━━━━━━━━━━━━━━━━
    ///     highlight 5..10
    ///     after         ━━━━━◉◉◉◉◉━━━━━━━━━━
    case pointer(PointerEffect)

    /// Changes the volume of audio. Gains and fades at the same instant are combined.
    ///
    ///                   0    5    10   15   20
    ///     before        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
    ///     gain 5..10 -6dB
    ///     after         ▄▄▄▄▄▂▂▂▂▂▄▄▄▄▄▄▄▄▄▄
    case audio(AudioEffect)

    /// Shows only this part of the frame, in the whole recording. The last crop replaces earlier ones.
    ///
    ///     before        ┌──────┐
    ///                   │ ▄▄▄  │
    ///                   └──────┘
    ///     crop 3x1+1+1
    ///     after         ▄▄▄
    case crop(FrameRectangle)

    /// Rotates the frame, in the whole recording. The last rotation replaces earlier ones. Rectangles refer to the
    /// frame before rotation.
    ///
    ///     before        ▛▀▀▀      rotate 90      after   ▀▜
    ///                                                     ▐
    case rotate(QuarterTurn)

    /// Puts the screen as a card on a background, in the whole recording. The last style replaces earlier ones.
    ///
    ///     before        ┏━━━━━━┓      style calm      after   ▒▒▒▒▒▒▒▒
    ///                   ┃      ┃                              ▒╭────╮▒
    ///                   ┗━━━━━━┛                              ▒╰────╯▒
    ///                                                         ▒▒▒▒▒▒▒▒
    case style(FrameStyle)

    /// Sets how a pointer is shown that was recorded apart from the frames, in the whole recording. The last look
    /// replaces earlier ones.
    ///
    ///     pointer size 150% smooth 0.5 hide-idle 2s click ring
    case pointerLook(PointerLook)

    /// Shows the recorded shortcuts, in the whole recording. The last look replaces earlier ones.
    ///
    ///     keys top size 9%
    case keys(KeysLook)

    /// Adds captions to exports. The last captions replace earlier ones.
    ///
    ///     captions captions-0123456789abcdef0123456789abcdef en
    case captions(EditCaptions)
}

extension EditOperation {
    /// The ranges of the recording to which it applies. Empty for an instant, and if it applies to the whole recording.
    public var ranges: [TimeRange] {
        switch self {
        case .trim(let range), .cut(let range), .speed(let range, _, _): [range]
        case .keep(let ranges): ranges
        case .video(let effect): [effect.range]
        case .title(let title): [title.range]
        case .pointer(let effect): [effect.range]
        case .annotation(let annotation): [annotation.range]
        case .zoom(let zoom): [zoom.range]
        case .camera(let effect): [effect.range]
        case .audio(let effect): [effect.range]
        case .mark, .crop, .rotate, .style, .pointerLook, .keys, .captions: []
        }
    }

    /// The part of the frame to which it applies, or nil if it has none.
    public var rectangle: FrameRectangle? {
        switch self {
        case .video(let effect): effect.rectangle
        case .zoom(let zoom): zoom.rectangle
        case .annotation(let annotation): annotation.rectangle
        case .crop(let rectangle): rectangle
        case .trim, .cut, .keep, .speed, .title, .camera, .mark, .pointer, .audio, .rotate, .style, .pointerLook,
            .keys, .captions:
            nil
        }
    }

    /// The points of the frame to which it applies: those of an annotation, or none.
    public var points: [FramePoint] { if case .annotation(let annotation) = self { annotation.points } else { [] } }

    /// True if it applies only to recordings with pointer data.
    package var needsPointer: Bool {
        switch self {
        case .pointer: true
        case .zoom(let zoom): zoom.follows
        default: false
        }
    }

    /// True if it applies only to recordings whose pointer was recorded apart from the frames.
    package var needsPointerApart: Bool { if case .pointerLook = self { true } else { false } }

    /// True if it applies only to recordings with shortcuts.
    package var needsKeys: Bool { if case .keys = self { true } else { false } }

    /// True if it sets the style of the frames.
    package var isStyle: Bool { if case .style = self { true } else { false } }

    /// The image in the recording's folder to which it refers, or nil if there is none.
    package var image: VideoEffect.Image? {
        switch self {
        case .video(let effect): effect.image
        case .style(let style): style.image
        case .annotation(let annotation): annotation.image
        default: nil
        }
    }

    /// Returns the operation with an image if it is a cover, a style or an annotation, and otherwise the operation unchanged.
    package func with(_ image: VideoEffect.Image) -> EditOperation {
        switch self {
        case .video(let effect):
            .video(VideoEffect(effect.kind, during: effect.range, in: effect.rectangle, image: image))
        case .style(let style): .style(style.with(.image(image)))
        case .annotation(let annotation): .annotation(annotation.with(image))
        default: self
        }
    }

    /// Checks that the operation's rectangle and points fit a frame of this size, in pixels.
    ///
    /// - Throws: ``EditError/outsideFrame(_:width:height:)`` if the rectangle reaches beyond the frame, or
    ///   ``EditError/pointOutsideFrame(_:width:height:)``.
    public func check(frameWidth: Int, height: Int) throws(EditError) {
        if let point = points.first(where: { $0.x > frameWidth || $0.y > height }) {
            throw .pointOutsideFrame(point, width: frameWidth, height: height)
        }
        guard let rectangle, !rectangle.fits(width: frameWidth, height: height) else { return }
        throw .outsideFrame(rectangle, width: frameWidth, height: height)
    }

    /// Returns the operation with its ranges clamped to `limits`, or nil if nothing of them lies inside.
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

    /// Returns the operation with other ranges. `ranges` must not be empty if the operation has ranges.
    func with(_ ranges: [TimeRange]) -> EditOperation {
        guard let range = ranges.first else { return self }
        return switch self {
        case .trim: .trim(range)
        case .cut: .cut(range)
        case .keep: .keep(ranges)
        case .speed(_, let speed, let mutesAudio): .speed(range, speed, mutesAudio: mutesAudio)
        case .video(let effect):
            .video(VideoEffect(effect.kind, during: range, in: effect.rectangle, image: effect.image))
        case .title(let title): .title(Title(title.text, during: range, at: title.position))
        case .pointer(let effect): .pointer(PointerEffect(effect.kind, during: range))
        case .zoom(let zoom): .zoom(zoom.with(range))
        case .annotation(let annotation): .annotation(annotation.with(range))
        case .camera(let effect): .camera(CameraEffect(effect.kind, during: range))
        case .audio(let effect): .audio(AudioEffect(effect.kind, during: range, track: effect.track))
        case .mark, .crop, .rotate, .style, .pointerLook, .keys, .captions: self
        }
    }
}

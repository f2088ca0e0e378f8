public import AudioSources
public import MediaTime
public import ReplayErrors

/// An error that occurs while applying an operation to an edit. The description is a sentence for the user.
public enum EditError: CategorizedError, Hashable {
    /// The recording has no length, so there is nothing to edit.
    case emptyRecording
    /// The range reaches beyond the start or the end of the recording.
    case outsideRecording(TimeRange, duration: MediaTime)
    /// The range is empty: it is shorter than a tick of the recording's clock.
    case emptyRange(TimeRange)
    /// The recording would be empty.
    case keepsNothing(TimeRange)
    /// The edit would have more clips than ``Edit/clipLimit``.
    case tooManyClips(TimeRange)
    /// The edit would have more effects than ``Edit/effectLimit``.
    case tooManyEffects(TimeRange)
    /// The recording is so long that at the slowest speed its duration would overflow.
    case tooLong(TimeRange)
    /// The first range overlaps the second, which already has a speed.
    case overlappingSpeeds(TimeRange, TimeRange, Speed)
    /// The first range overlaps the second, which is already zoomed.
    case overlappingZooms(TimeRange, TimeRange)
    /// The first range overlaps the second, for which the camera already has a placement.
    case overlappingCameras(TimeRange, TimeRange)
    /// The recording has no camera.
    case noCamera
    /// The operation with this number does not exist or was removed.
    case noOperation(Int)
    /// The operation with this number has no order, because it is not an annotation.
    case notAnnotation(Int)
    /// The recording has no such audio track.
    case noAudio(AudioSource)
    /// The recording has no pointer data.
    case noPointer
    /// The pointer is in the frames of the recording.
    case pointerInFrames
    /// The recording has no shortcuts.
    case noKeys
    /// The recording's shortcuts cannot be read.
    case damagedKeys
    /// The recording has no copy of this image.
    case noImage(VideoEffect.Image)
    /// The recording has no copy of these captions.
    case noCaptions(String)
    /// A rectangle reaches beyond the frame.
    case outsideFrame(FrameRectangle, width: Int, height: Int)
    /// A point lies outside the frame.
    case pointOutsideFrame(FramePoint, width: Int, height: Int)
}

extension EditError {
    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence that includes the times.
    public var description: String {
        switch self {
        case .emptyRecording:
            "the recording has no length, so there is nothing to edit"
        case .outsideRecording(let range, let duration):
            // The end is rounded up and the duration down, so that the two never print alike.
            "the range \(range.start.timecode())..\(range.end.timecode(rounding: .up)) extends beyond the "
                + "recording, which lasts \(duration.timecode())"
        case .emptyRange(let range):
            "the range \(range) is empty"
        case .keepsNothing(let range):
            "\(range) would leave nothing of the recording"
        case .tooManyClips(let range):
            "with \(range) the edit would have more than \(Edit.clipLimit) clips"
        case .tooManyEffects(let range):
            "with \(range) the edit would have more than \(Edit.effectLimit) effects"
        case .tooLong(let range):
            "\(range) cannot have a speed: the recording is too long"
        case .overlappingSpeeds(let range, let other, let speed):
            "\(range) overlaps \(other), which already plays at \(speed); change or remove that operation first"
        case .overlappingZooms(let range, let other):
            "\(range) overlaps \(other), which is already zoomed; change or remove that operation first"
        case .overlappingCameras(let range, let other):
            "\(range) overlaps \(other), which already sets the place of the camera; change or remove that operation first"
        case .noCamera: "the recording has no camera to show"
        case .noOperation(let number):
            "there is no operation \(number) in the edit; “replay edits” lists the operations"
        case .notAnnotation(let number):
            "operation \(number) is not an annotation; only annotations are drawn above each other"
        case .noAudio(let track):
            "the recording has no separate \(track == .application ? "application audio" : "microphone") track; leave out “\(track.word)” for "
                + "all audio"
        case .noPointer:
            "the recording has no pointer data, which imported movies never have; record with “replay record --pointer”"
        case .pointerInFrames:
            "the pointer of this recording is in its frames; record with “replay record --pointer apart” to change its look"
        case .noKeys: "the recording has no shortcuts; record with “replay record --keys shortcuts”"
        case .damagedKeys: "the shortcuts of the recording cannot be read, because keys.bin is damaged"
        case .noCaptions(let name): "the recording has no captions “\(name)”"
        case .noImage(let image):
            "the recording has no image “\(image.name)”; give the original file again"
        case .outsideFrame(let rectangle, let width, let height):
            "the rectangle \(rectangle) extends beyond the frame, which is \(width)x\(height)"
        case .pointOutsideFrame(let point, let width, let height):
            "the point \(point) lies outside the frame, which is \(width)x\(height)"
        }
    }
}

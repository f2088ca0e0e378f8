package import FFmpeg
package import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// The decoded images with which an edit covers parts of frames, those of its annotations, and the background of its
/// style.
package struct EffectImages: Sendable, Equatable {
    private var frames: [VideoEffect.Image: Frame] = [:]

    /// Creates an empty collection.
    package init() {}

    /// - Throws: An error if an image is missing in the recording's folder or cannot be decoded. Nothing is left
    ///   uncovered instead.
    package init(of edit: Edit, in recording: Recording) throws {
        let drawn = edit.videoEffects.compactMap(\.image) + edit.annotations.compactMap(\.image)
        for image in Set(drawn + [edit.style.image].compactMap(\.self)) {
            frames[image] = try RecordingImage.read(image.name, of: recording)
        }
    }

    package subscript(image: VideoEffect.Image) -> Frame? { frames[image] }

    package static func == (first: Self, second: Self) -> Bool { first.frames.keys == second.frames.keys }
}

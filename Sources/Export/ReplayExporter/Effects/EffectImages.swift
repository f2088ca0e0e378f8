import FFmpeg
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// The images that an edit covers parts of frames with, decoded.
package struct EffectImages: Sendable, Equatable {
    private var frames: [VideoEffect.Image: Frame] = [:]

    /// No image.
    init() {}

    /// - Throws: where one is not in the recording's folder, or is no image: nothing is shown uncovered instead.
    init(of edit: Edit, in recording: Recording) throws {
        for image in Set(edit.videoEffects.compactMap(\.image)) {
            frames[image] = try RecordingImage.read(image.name, of: recording)
        }
    }

    subscript(image: VideoEffect.Image) -> Frame? { frames[image] }

    package static func == (first: Self, second: Self) -> Bool { first.frames.keys == second.frames.keys }
}

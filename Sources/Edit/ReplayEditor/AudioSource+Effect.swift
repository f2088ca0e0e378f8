import ReplayLibrary
package import ReplayTimeline

extension AudioSource {
    /// The corresponding track of an audio effect.
    package var editedTrack: AudioEffect.Track { self == .application ? .app : .mic }
}

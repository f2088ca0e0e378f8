import ReplayLibrary
package import ReplayTimeline

extension AudioSource {
    /// As an edit calls it.
    package var editedTrack: AudioEffect.Track { self == .application ? .app : .mic }
}

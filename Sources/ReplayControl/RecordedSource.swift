package import ReplayLibrary

/// A source that may go away while the recording goes on.
package enum RecordedSource: String, Hashable, Sendable {
    case application, microphone, camera

    package init(_ kind: AudioSource) { self = kind == .application ? .application : .microphone }
}

package import AudioSources
import ReplaySources

/// A source of a recording, as the consent question and the status name it.
public struct RecordingSource: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of sources.
    public enum Kind: String, Codable, Sendable {
        /// The whole screen, or a part of it.
        case screen, monitor, area
        /// A single window, without the windows that overlap it.
        case window
        /// The audio that applications play.
        case applicationAudio
        /// The audio of a microphone.
        case microphone
        /// The video of a camera.
        case camera
        /// The pointer's position and its pressed buttons.
        case pointer
        /// Shortcuts such as Ctrl+S, but never keys that type characters.
        case keys
    }

    /// The kind of the source.
    public var kind: Kind
    /// The particular source: a monitor, an area such as “800x600+100+50”, a window's identifier (never its title), an
    /// application, a microphone or a camera. Nil for everything of this kind, or for the default device.
    public var detail: String?

    /// Creates a source.
    public init(_ kind: Kind, detail: String? = nil) {
        self.kind = kind
        self.detail = detail
    }

    /// Returns true if consent to this source covers `other`: it is the same source or a part of this one.
    public func includes(_ other: RecordingSource) -> Bool {
        if kind == .screen { return [.screen, .monitor, .area].contains(other.kind) }
        return kind == other.kind && (detail == nil || detail == other.detail)
    }

    /// The source's name, such as “screen”, “window 0x1c00003” or “audio of firefox”.
    public var description: String {
        switch kind {
        case .keys: "shortcuts"
        case .applicationAudio: detail.map { "audio of \($0)" } ?? "application audio"
        default: ([kind.rawValue] + [detail].compactMap(\.self)).joined(separator: " ")
        }
    }
}

extension RecordingConfiguration {
    /// The recording's sources in this order: the screen, audio, the camera, the pointer, shortcuts.
    public var sources: [RecordingSource] {
        [target.source] + audio.map(source) + (camera.map { [.init(.camera, detail: $0.description)] } ?? [])
            + (recordsPointer ? [.init(.pointer)] : []) + (recordsKeys ? [.init(.keys)] : [])
    }

    private func source(of audio: AudioSource) -> RecordingSource {
        switch audio {
        case .application: RecordingSource(.applicationAudio, detail: application)
        case .microphone: RecordingSource(.microphone, detail: microphone)
        }
    }
}

extension CaptureTarget {
    /// The target as a source, for the consent question.
    var source: RecordingSource {
        switch self {
        case .screen: RecordingSource(.screen)
        case .monitor(let name): RecordingSource(.monitor, detail: name)
        case .rectangle(let x, let y, let width, let height):
            RecordingSource(.area, detail: "\(width)x\(height)+\(x)+\(y)")
        case .window(let id): RecordingSource(.window, detail: id.windowName)
        case .chosenMonitor: RecordingSource(.monitor)
        case .chosenWindow: RecordingSource(.window)
        }
    }
}

/// A source that may disappear while the recording continues.
package enum RecordedSource: String, Hashable, Sendable {
    case application, microphone, camera

    package init(_ kind: AudioSource) { self = kind == .application ? .application : .microphone }
}

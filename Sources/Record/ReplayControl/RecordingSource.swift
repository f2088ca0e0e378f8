package import ReplayLibrary
import ReplaySources

/// One thing that a recording takes: what the user is asked about, and what the status names.
public struct RecordingSource: Codable, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing it is.
    public enum Kind: String, Codable, Sendable {
        /// The whole screen, or a part of it.
        case screen, monitor, area
        /// One window by itself.
        case window
        /// What programs play.
        case applicationAudio
        /// What a microphone hears.
        case microphone
        /// What a camera sees.
        case camera
        /// Where the pointer is, and which of its buttons are pressed; never any keys.
        case pointer
    }

    /// What kind of thing it is.
    public var kind: Kind
    /// Which one: a monitor, an area such as “800x600+100+50”, a window's identifier, never its title, an application, a
    /// microphone or a camera; nil: all there is, or the default one.
    public var detail: String?

    /// Sets its properties.
    public init(_ kind: Kind, detail: String? = nil) {
        self.kind = kind
        self.detail = detail
    }

    /// Whether who agrees to this has agreed to `other`: it is the same, or a part of this.
    public func includes(_ other: RecordingSource) -> Bool {
        if kind == .screen { return [.screen, .monitor, .area].contains(other.kind) }
        return kind == other.kind && (detail == nil || detail == other.detail)
    }

    /// Such as “screen”, “window 0x1c00003”, “audio of firefox”.
    public var description: String {
        switch kind {
        case .applicationAudio: detail.map { "audio of \($0)" } ?? "application audio"
        default: ([kind.rawValue] + [detail].compactMap(\.self)).joined(separator: " ")
        }
    }
}

extension RecordingConfiguration {
    /// What it takes: first what is seen, then what is heard, then the pointer.
    public var sources: [RecordingSource] {
        [target.source] + audio.map(source) + (camera.map { [.init(.camera, detail: $0.description)] } ?? [])
            + (recordsPointer ? [.init(.pointer)] : [])
    }

    private func source(of audio: AudioSource) -> RecordingSource {
        switch audio {
        case .application: RecordingSource(.applicationAudio, detail: application)
        case .microphone: RecordingSource(.microphone, detail: microphone)
        }
    }
}

extension CaptureTarget {
    /// The target, as people name it.
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

/// A source that may go away while the recording goes on.
package enum RecordedSource: String, Hashable, Sendable {
    case application, microphone, camera

    package init(_ kind: AudioSource) { self = kind == .application ? .application : .microphone }
}

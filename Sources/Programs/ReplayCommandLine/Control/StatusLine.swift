import AudioSources
import MediaTime
package import ReplayControl
import ReplayLibrary

/// A line with the status of a recording.
package struct StatusLine {
    package let text: String

    package init(_ status: RecordingStatus) {
        let sources = status.sources ?? []
        var parts = ["\(Self.sign(status)) \(status.elapsed.timecode().dropLast(2))"]
        parts += sources.filter { $0.audio == nil }.map { $0.description.printable }
        for kind in AudioSource.allCases {
            guard let peak = status.levels[kind] else { continue }
            let isMuted = status.isMuted && kind == .microphone
            let name = sources.first { $0.audio == kind }?.detail.map { " \($0.printable)" } ?? ""
            parts.append(
                "\(kind == .application ? "app" : "mic")\(name) \(isMuted ? "muted" : Self.meter(peak))")
        }
        parts += [ByteCount(status.bytes).description, status.frames == 1 ? "1 frame" : "\(status.frames) frames"]
        if status.droppedFrames > 0 { parts.append("\(status.droppedFrames) dropped") }
        if let audio = status.droppedAudio { parts.append("\(audio.timecode()) of audio dropped") }
        if let free = status.freeBytes { parts.append("\(ByteCount(free)) free") }
        text = parts.joined(separator: "  ")
    }

    private static func sign(_ status: RecordingStatus) -> String {
        switch status.state {
        case .paused: "‖ paused"
        case .stalled: "! NOT WRITING"
        default:
            status.coverReasons.isEmpty
                ? "●" : status.coverReasons.contains(.window) ? "■ covered (private window)" : "■ covered"
        }
    }

    /// Returns the level meter: eight steps of 6 dB from -48 dB.
    private static func meter(_ peak: Float) -> String {
        var (level, steps) = (peak, 8)
        while steps > 0 && level < 0.7 {
            level *= 2
            steps -= 1
        }
        return String(repeating: "▮", count: steps) + String(repeating: "▯", count: 8 - steps)
    }
}

extension RecordingSource {
    /// The audio track of the source, or nil if it is not an audio source.
    fileprivate var audio: AudioSource? {
        switch kind {
        case .applicationAudio: .application
        case .microphone: .microphone
        default: nil
        }
    }
}

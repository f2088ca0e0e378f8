import ReplayLibrary

/// A message to the page; see docs/PREVIEW.md.
enum PageEvent: Encodable, Sendable {
    /// - Parameter stream: The number of the page's event stream.
    case hello(
        stream: Int, mode: PreviewServer.Mode, recording: RecordingID?, exports: [ExportDescription],
        RecorderDescription?)
    case library
    case edit(RecordingID, EditDescription)
    case recording(RecordingDescription)
    case waveform(RecordingID, progress: Double)
    case export(ExportDescription)
    case recorder(RecorderDescription?, ended: String?)
    case gone(RecordingID)
    case bye(reason: String)

    private enum Key: CodingKey {
        case type, stream, mode, recording, exports, recorder, edit, description, progress, export, ended, name, reason
    }

    func encode(to encoder: any Encoder) throws {
        var message = encoder.container(keyedBy: Key.self)
        switch self {
        case .hello(let stream, let mode, let recording, let exports, let recorder):
            try message.encode("hello", forKey: .type)
            try message.encode(stream, forKey: .stream)
            try message.encode(mode.rawValue, forKey: .mode)
            try message.encode(recording, forKey: .recording)
            try message.encode(exports, forKey: .exports)
            try message.encode(recorder, forKey: .recorder)
        case .library: try message.encode("library", forKey: .type)
        case .edit(let id, let edit):
            try message.encode("edit", forKey: .type)
            try message.encode(id, forKey: .recording)
            try message.encode(edit, forKey: .edit)
        case .recording(let description):
            try message.encode("recording", forKey: .type)
            try message.encode(description.summary.id, forKey: .recording)
            try message.encode(description, forKey: .description)
        case .waveform(let id, let progress):
            try message.encode("waveform", forKey: .type)
            try message.encode(id, forKey: .recording)
            try message.encode(progress, forKey: .progress)
        case .export(let export):
            try message.encode("export", forKey: .type)
            try message.encode(export, forKey: .export)
        case .recorder(let recorder, let ended):
            try message.encode("recorder", forKey: .type)
            try message.encode(recorder, forKey: .recorder)
            try message.encodeIfPresent(ended, forKey: .ended)
        case .gone(let id):
            try message.encode("gone", forKey: .type)
            try message.encode(id, forKey: .recording)
        case .bye(let reason):
            try message.encode("bye", forKey: .type)
            try message.encode(reason, forKey: .reason)
        }
    }
}

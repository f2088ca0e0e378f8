import ReplayBroadcast
import ReplayLibrary

/// A message to the page; see docs/PREVIEW.md.
enum PageEvent: Encodable, Sendable {
    /// - Parameters:
    ///   - stream: The number of the page's event stream.
    ///   - viewers: The address for viewers, or nil if there are none.
    case hello(
        stream: Int, mode: PreviewServer.Mode, recording: RecordingID?, viewers: String?, exports: [ExportDescription],
        RecorderDescription?, broadcasts: [BroadcastStatus])
    /// The first message to a viewer.
    case welcome(stream: Int, recording: RecordingID)
    case library
    case edit(RecordingID, EditDescription)
    case recording(RecordingDescription)
    case waveform(RecordingID, progress: Double)
    /// The comments of a recording have changed.
    case comments(RecordingID)
    case export(ExportDescription)
    case recorder(RecorderDescription?, ended: String?)
    /// - Parameter ended: A sentence about a broadcast that failed and is no longer listed.
    case broadcasts([BroadcastStatus], ended: String?)
    case gone(RecordingID)
    /// The place of a page in a session of watching together. The key proves that a request is this page's.
    case participant(number: Int, key: String, isOwner: Bool)
    case session(WatchDescription)
    /// The session has ended, and its owner goes on alone.
    case sessionEnded
    case bye(reason: String)

    private enum Key: CodingKey {
        case type, stream, mode, recording, exports, recorder, edit, description, progress, export, ended, name, reason
        case number, key, isOwner, session, address, broadcasts
    }

    func encode(to encoder: any Encoder) throws {
        var message = encoder.container(keyedBy: Key.self)
        switch self {
        case .welcome(let stream, let recording):
            try message.encode("hello", forKey: .type)
            try message.encode(stream, forKey: .stream)
            try message.encode("watch", forKey: .mode)
            try message.encode(recording, forKey: .recording)
        case .hello(let stream, let mode, let recording, let viewers, let exports, let recorder, let broadcasts):
            try message.encode("hello", forKey: .type)
            try message.encode(stream, forKey: .stream)
            try message.encode(mode.rawValue, forKey: .mode)
            try message.encode(recording, forKey: .recording)
            try message.encodeIfPresent(viewers, forKey: .address)
            try message.encode(exports, forKey: .exports)
            try message.encode(recorder, forKey: .recorder)
            try message.encode(broadcasts, forKey: .broadcasts)
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
        case .comments(let id):
            try message.encode("comments", forKey: .type)
            try message.encode(id, forKey: .recording)
        case .export(let export):
            try message.encode("export", forKey: .type)
            try message.encode(export, forKey: .export)
        case .recorder(let recorder, let ended):
            try message.encode("recorder", forKey: .type)
            try message.encode(recorder, forKey: .recorder)
            try message.encodeIfPresent(ended, forKey: .ended)
        case .broadcasts(let broadcasts, let ended):
            try message.encode("broadcasts", forKey: .type)
            try message.encode(broadcasts, forKey: .broadcasts)
            try message.encodeIfPresent(ended, forKey: .ended)
        case .participant(let number, let key, let isOwner):
            try message.encode("participant", forKey: .type)
            try message.encode(number, forKey: .number)
            try message.encode(key, forKey: .key)
            try message.encode(isOwner, forKey: .isOwner)
        case .session(let session):
            try message.encode("session", forKey: .type)
            try message.encode(session, forKey: .session)
        case .sessionEnded: try message.encode("sessionEnded", forKey: .type)
        case .gone(let id):
            try message.encode("gone", forKey: .type)
            try message.encode(id, forKey: .recording)
        case .bye(let reason):
            try message.encode("bye", forKey: .type)
            try message.encode(reason, forKey: .reason)
        }
    }
}

extension PageEvent {
    /// The event in the form for viewers, or nil if it is not for them.
    var forViewers: PageEvent? {
        switch self {
        case .edit(let id, let edit): .edit(id, edit.forViewers)
        case .recording(let description): .recording(description.forViewers)
        case .gone, .bye: self
        default: nil
        }
    }
}

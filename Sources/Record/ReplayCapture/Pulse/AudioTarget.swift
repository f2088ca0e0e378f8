/// What one stream records.
enum AudioTarget: Hashable {
    /// An input of the audio server, or the monitor of an output, by its name.
    case device(String)
    /// What one program plays, by its number; `monitor` is that of the output it plays to.
    case playback(UInt32, monitor: String)

    var device: String {
        switch self {
        case .device(let name): name
        case .playback(_, let monitor): monitor
        }
    }
}

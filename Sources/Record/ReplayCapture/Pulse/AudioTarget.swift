/// The source of one recorded stream.
enum AudioTarget: Hashable {
    /// The name of an input of the audio server, or of the monitor of an output.
    case device(String)
    /// The index of a program's playback stream. `monitor` is the monitor of the output that it plays to.
    case playback(UInt32, monitor: String)

    var device: String {
        switch self {
        case .device(let name): name
        case .playback(_, let monitor): monitor
        }
    }
}

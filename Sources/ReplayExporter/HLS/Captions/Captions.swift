/// Captions: what is shown when, in the manner of WebVTT.
///
/// Their times are whole milliseconds of the recording until they are cut along with an edit.
public struct Captions: Sendable, Equatable {
    /// The blocks before the first cue, each as its file has it: `STYLE`, `REGION`, `NOTE`.
    var header: [String] = []
    /// The cues, in the order of their file.
    var cues: [Cue] = []
}

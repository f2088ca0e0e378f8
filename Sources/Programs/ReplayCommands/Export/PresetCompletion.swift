import ArgumentParser
import ReplayRendering

extension CompletionKind {
    /// The names of the presets that come with Replay.
    static var presets: CompletionKind { .list(Preset.builtIn.map(\.name)) }
}

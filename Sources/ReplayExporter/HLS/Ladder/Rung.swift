/// A rendition of frames that is to be encoded.
struct Rung: Sendable {
    /// What it is called: `720p`.
    let name: String
    let plan: ExportPlan
    let video: Preset.Video
}

/// All captions of an edit in one file beside the page, for browsers that play HLS but none of its captions.
struct CaptionsFile: Sendable, Equatable {
    /// Its name, relative to the page.
    var path: String
    /// What the player's menu calls it.
    var label: String
    /// The language, as BCP 47 has it.
    var language: String?
}

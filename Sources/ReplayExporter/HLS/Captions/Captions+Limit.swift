extension Captions {
    /// The first cue, by its start, with which more than so many bytes of text are shown at one time.
    func firstCue(beyond limit: Int) -> Int? {
        let sizes = cues.map(\.text.utf8.count)
        let starting = cues.indices.sorted { cues[$0].range.start < cues[$1].range.start }
        var ending = cues.indices.sorted { cues[$0].range.end < cues[$1].range.end }[...]
        var shown = 0
        for cue in starting {
            while let ended = ending.first, cues[ended].range.end <= cues[cue].range.start {
                shown -= sizes[ended]
                ending.removeFirst()
            }
            shown += sizes[cue]
            if shown > limit { return cue }
        }
        return nil
    }
}

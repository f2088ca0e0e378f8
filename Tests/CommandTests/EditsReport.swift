import MediaTime

/// What `replay edits --json` says.
struct EditsReport: Decodable {
    let id: String
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    let canUndo: Bool
    let canRedo: Bool

    /// Which frames the edit shows from when on, given when each is shown in the recording: at a cut the one that
    /// was on the screen then.
    func frames(shownAt times: [MediaTime]) -> [(place: Int, time: Double)] {
        var offset = 0.0
        return kept.flatMap { range -> [(Int, Double)] in
            defer { offset += range.duration.seconds }
            let first = times.lastIndex { $0 <= range.start } ?? 0
            return times.indices.filter { $0 == first || $0 > first && times[$0] < range.end }
                .map { ($0, max(0, times[$0].seconds - range.start.seconds) + offset) }
        }
    }

    /// What the edit lets be heard of a recording's audio, each clip in its exact place.
    func audio(of recording: DecodedAudio) -> [Float] {
        func place(_ time: MediaTime) -> Int {
            Int(time.converted(to: DecodedAudio.sampleRate, rounding: .nearest).value)
        }
        var offset = MediaTime.zero
        var samples: [Float] = []
        for range in kept {
            offset = offset + range.duration
            let source = place(range.start)
            let kept = recording.samples.dropFirst(source).prefix(place(offset) - samples.count)
            samples += kept
            samples += Array(repeating: 0, count: place(offset) - samples.count)
        }
        return samples
    }

    /// Where clips meet, and where the first begins and the last ends, in samples of the output.
    var seams: [Int] {
        var offset = MediaTime.zero
        return [0]
            + kept.map {
                offset = offset + $0.duration
                return Int(offset.converted(to: DecodedAudio.sampleRate, rounding: .nearest).value)
            }
    }
}

import MediaTime

/// The output of `replay edits --json`.
struct EditsReport: Decodable {
    let id: String
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    let canUndo: Bool
    let canRedo: Bool

    /// Returns the frames that the edit shows and their times, from the frames' times in the recording. A cut starts
    /// with the frame that was on the screen at that instant. A frame that is shown for less than a tick of the output
    /// is left out.
    func frames(shownAt times: [MediaTime]) -> [(place: Int, time: Double)] {
        func tick(_ time: MediaTime) -> Int64 { time.converted(to: 90_000, rounding: .nearest).value }
        var offset = MediaTime.zero
        return kept.flatMap { range -> [(Int, Double)] in
            defer { offset = offset + range.duration }
            let first = times.lastIndex { $0 <= range.start } ?? 0
            let places = times.indices.filter { $0 == first || $0 > first && times[$0] < range.end }
            let starts = places.map { max(.zero, times[$0] - range.start) + offset }
            let ends = starts.dropFirst() + [offset + range.duration]
            return zip(places, zip(starts, ends)).filter { tick($1.0) < tick($1.1) }.map { ($0, $1.0.seconds) }
        }
    }

    /// Returns a recording's audio after the edit, each clip in its exact place.
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

    /// The seams between clips, the beginning and the end, in samples of the output.
    var seams: [Int] {
        var offset = MediaTime.zero
        return [0]
            + kept.map {
                offset = offset + $0.duration
                return Int(offset.converted(to: DecodedAudio.sampleRate, rounding: .nearest).value)
            }
    }
}

package import MediaTime

/// A LosslessCut project after parsing: https://github.com/mifi/lossless-cut, `llcProjectV2Schema`.
package struct LosslessCutProject: Sendable, Decodable {
    struct Segment: Sendable, Decodable {
        /// The start in seconds. If version 1 leaves it out, the segment starts at zero.
        let start: Double?
        /// The end in seconds. Without it, a segment of version 1 goes to the end, and a segment of version 2 is
        /// a mark.
        let end: Double?
        let name: String?
        let selected: Bool?
    }

    let version: Int?
    let cutSegments: [Segment]

    /// Returns the kept ranges and the marks of a recording.
    package func edit(of duration: MediaTime) throws(InterchangeError) -> InterchangeEdit {
        let version = version ?? 1
        guard version <= 2 else {
            throw InterchangeError(.llc, reason: "it has version \(version), which is newer than Replay supports")
        }
        var clips: [InterchangeClip] = []
        var marks: [TimelineMark] = []
        for (index, segment) in cutSegments.enumerated() {
            let start = try time(segment.start ?? 0, index: index, duration: duration)
            if segment.end == nil, version == 2 {
                marks.append(TimelineMark(time: start, name: segment.name))
                continue
            }
            let end = try segment.end.map { seconds throws(InterchangeError) in
                try time(seconds, index: index, duration: duration)
            }
            guard let range = TimeRange(validatingStart: start, end: end ?? duration) else {
                throw InterchangeError(.llc, reason: "segment \(index + 1) ends before it begins")
            }
            if segment.selected != false { clips.append(InterchangeClip(source: range, speed: .normal)) }
        }
        // LosslessCut exports each segment to a file of its own, so their order has no meaning.
        clips.sort { $0.source.start < $1.source.start }
        return InterchangeEdit(clips: clips.isEmpty ? nil : clips, hasSpeeds: false, marks: marks)
    }

    private func time(_ seconds: Double, index: Int, duration: MediaTime) throws(InterchangeError) -> MediaTime {
        guard let time = MediaTime(interchangeValue: seconds, rate: 1, timescale: duration.timescale), time >= .zero
        else {
            throw InterchangeError(.llc, reason: "segment \(index + 1) has an invalid time, \(seconds)")
        }
        return time
    }
}

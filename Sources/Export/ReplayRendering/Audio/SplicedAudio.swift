import FFmpeg
import ReplayComposition

/// The output's samples around the seams: each clip at the place that the copied packets determine. Clips fade in and
/// out at the joints, which avoids clicks, and cross-fade if they overlap.
final class SplicedAudio {
    private let places: [AudioPlan.Place]
    private let reader: AudioReader
    /// The position from which a clip counts as reaching the end of the recording's audio. The audio ends somewhere in
    /// its last packet.
    private let end: Int64
    private let fade: Int64
    /// The position of the reader, in samples of the recording.
    private var position: Int64?
    /// The clip at another speed that was read last, and the number of samples read from it.
    private var stretched: (place: Int, audio: StretchedAudio, offset: Int64)?

    /// - Parameter end: The end of the recording's track, in samples.
    init(_ plan: AudioPlan, reader: AudioReader, end: Int64) {
        places = plan.places
        self.reader = reader
        self.end = end - Int64(plan.frameSize) + 1
        // 5 ms: too short to be heard as a fade, and long enough to avoid a click.
        fade = Int64(plan.sampleRate) / 200
    }

    var channels: Int { reader.model.channelCount }

    /// Returns the samples of a range of the output, one plane per channel. Samples outside all clips are silent.
    func samples(_ range: Range<Int64>) throws -> [[Float]] {
        var planes = Array(repeating: Array(repeating: Float(0), count: range.count), count: channels)
        var place = places.partitioningIndex { $0.range.upperBound > range.lowerBound }
        // A clip may extend one frame into the next clip.
        while place < places.count, places[place].start < range.upperBound {
            try add(place, to: &planes, of: range)
            place += 1
        }
        return planes
    }

    private func add(_ number: Int, to planes: inout [[Float]], of range: Range<Int64>) throws {
        let place = places[number]
        let common = place.range.clamped(to: range)
        guard !common.isEmpty else { return }
        let (rise, fall) = ramps(of: number)
        var at = common.lowerBound
        while at < common.upperBound {
            let offset = at - place.start
            let count = Int(common.upperBound - at)
            let frame =
                try place.speed == .normal
                ? read(from: place.source.lowerBound + offset, count: count)
                : readStretched(number, from: offset, count: count)
            for channel in planes.indices {
                try frame.withSamples(ofChannel: channel) { samples in
                    for (index, sample) in samples.enumerated() {
                        let within = offset + Int64(index)
                        let gain = min(
                            GainEnvelope.rise(max(0, within), over: rise),
                            GainEnvelope.rise(max(0, place.length - 1 - within), over: fall)
                        )
                        planes[channel][Int(at - range.lowerBound) + index] += sample * gain
                    }
                }
            }
            at += Int64(frame.sampleCount)
        }
    }

    private func read(from start: Int64, count: Int) throws -> Frame {
        if position != start { try reader.seek(to: start) }
        let frame = try reader.read(from: start, count: count)
        position = start + Int64(frame.sampleCount)
        return frame
    }

    /// Reads from the clip's beginning on, so that the samples do not depend on earlier reads.
    private func readStretched(_ number: Int, from offset: Int64, count: Int) throws -> Frame {
        var current: (place: Int, audio: StretchedAudio, offset: Int64)
        if let stretched, stretched.place == number, stretched.offset <= offset {
            current = stretched
        } else {
            current = (
                number, try StretchedAudio(reader, samples: places[number].source, speed: places[number].speed), 0
            )
        }
        position = nil
        while current.offset < offset {
            current.offset += Int64(try current.audio.read(Int(min(8192, offset - current.offset))).sampleCount)
        }
        let frame = try current.audio.read(count)
        current.offset += Int64(frame.sampleCount)
        stretched = current
        return frame
    }

    /// Returns the durations of a clip's fades, in samples. A fade is 0 at the recording's own start or end, and if the
    /// audio continues from or into the adjacent clip.
    private func ramps(of number: Int) -> (rise: Int64, fall: Int64) {
        let place = places[number]
        let isContinued = number > 0 && place.follows(places[number - 1])
        let goesOn = number + 1 < places.count && places[number + 1].follows(place)
        let before = number > 0 ? overlap(of: places[number - 1], with: place) : 0
        let after = number + 1 < places.count ? overlap(of: place, with: places[number + 1]) : 0
        return (
            place.source.lowerBound <= 0 || isContinued ? 0 : max(fade, before),
            place.source.upperBound >= end || goesOn ? 0 : max(fade, after)
        )
    }

    private func overlap(of first: AudioPlan.Place, with second: AudioPlan.Place) -> Int64 {
        max(0, first.range.upperBound - second.start)
    }

}

import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// A sequential source of a video track's packets. The packets of a redaction are encoded from covered frames. Used
/// from one thread.
final class RedactedVideo {
    let plan: RedactedFrames
    private let movie: MovieReader
    private let decoder: TrackDecoder
    private let samples: SampleTable
    /// The times of the encoded frames, ascending.
    private let times: [Int64]
    /// The `idr_pic_id` of the previous packet, if it is an IDR.
    private var lastID: UInt32?

    init(_ plan: RedactedFrames, movie: MovieReader) throws {
        (self.plan, self.movie) = (plan, movie)
        samples = movie.index.tracks[plan.track].samples
        times = samples[plan.encoded].map(\.pts).sorted()
        decoder = try TrackDecoder(movie, track: plan.track, threads: 2)
        let begin = plan.encoded.lowerBound
        decoder.seek(toSample: plan.video.gops.gops.last { $0.samples.lowerBound <= begin }?.samples.lowerBound ?? 0)
        lastID = plan.video.gops.idrPicID(ofSample: begin - 1)
    }

    /// Returns a packet. Calls must go from the track's first sample to its last.
    func packet(_ number: Int) throws -> Packet {
        guard plan.encoded.contains(number) else {
            return try movie.verifiedPacket(track: plan.track, sample: number)
        }
        let sample = samples[number]
        let place = number - plan.encoded.lowerBound
        let frame = try decode(at: times[place])
        var packet = try encode(try covered(frame, at: times[place]), number: number, at: times[place])
        // Reordered frames are encoded in presentation order, with the same set of times as before.
        (packet.pts, packet.dts, packet.duration) = (times[place], sample.dts, sample.duration)
        packet.streamIndex = plan.track
        return packet
    }

    private func covered(_ frame: Frame, at time: Int64) throws -> Frame {
        guard plan.covered.contains(time) else { return frame }
        return try frame.painted { $0.cover(plan.area) }
    }

    private func decode(at time: Int64) throws -> Frame {
        while let frame = try decoder.nextFrame() {
            guard let shown = frame.bestEffortPTS, shown <= time else { break }
            if shown == time { return frame }
        }
        throw MovieError(path: "the recording", reason: .damaged)
    }

    private func encode(_ frame: Frame, number: Int, at time: Int64) throws -> Packet {
        let isKeyframe =
            number == plan.encoded.lowerBound || plan.video.gops.idrPicID(ofSample: number) != nil
        let next = number + 1 == plan.encoded.upperBound ? plan.video.gops.idrPicID(ofSample: number + 1) : nil
        let (packet, id) = try plan.encoder.encode(
            frame, at: time, isKeyframe: isKeyframe, beside: [lastID, next].compactMap(\.self))
        lastID = id
        return packet
    }
}

import HLSOutput
import MediaTime
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// Renders a part of an export to estimate the whole.
struct ExportTrial {
    private let request: ExportRequest
    private let whole: ExportJob
    private let cancellation: ExportCancellation

    /// The number of GOPs to encode: in the first run, and at most.
    private static let stretches = 2...32
    /// The duration of the beginning to copy, in seconds: in the first run, and at most.
    private static let beginning = 4...240
    /// The time limit of a second run, which renders more than the first run, in seconds.
    private static let limit = 3.0

    /// The measurements of a run. `frames` is the estimated size of all frames in bytes, and `audio` is the size of the
    /// run's audio.
    private struct Outcome {
        var frames = 0.0
        var audio: Int64 = 0
        var seconds = 0.0
        /// The duration of the whole edit, divided by that of the part.
        var longer = 1.0

        var estimate: ExportEstimate {
            ExportEstimate(
                bytes: Int64(saturating: frames + Double(audio) * longer), seconds: seconds * longer)
        }
    }

    init(_ request: ExportRequest, cancellation: ExportCancellation) throws {
        self.request = request
        self.cancellation = cancellation
        whole = try ExportJob(request)
    }

    private var isSmart: Bool { whole.plan.rendering == .smart }

    func run() throws -> ExportEstimate {
        guard isSmart else { return try enlarging(Self.stretches, with: runEncoding).estimate }
        let copied = try enlarging(Self.beginning, with: runCopying).estimate
        guard request.preset.hls != nil else { return copied }
        let encoded = try enlarging(Self.stretches, with: runEncoding).estimate
        return ExportEstimate(bytes: copied.bytes + encoded.bytes, seconds: copied.seconds + encoded.seconds)
    }

    /// Renders a small part, and then as much as the time limit allows.
    private func enlarging(_ amounts: ClosedRange<Int>, with render: (Int) throws -> Outcome) throws -> Outcome {
        let first = try render(amounts.lowerBound)
        let affordable = Int(saturating: Double(amounts.lowerBound) * Self.limit / max(first.seconds, 0.001))
        let amount = min(affordable, amounts.upperBound)
        return amount > amounts.lowerBound && first.longer > 1 ? try render(amount) : first
    }

    /// - Parameter count: The number of pieces, each of one GOP.
    private func runEncoding(_ count: Int) throws -> Outcome {
        let sample = try EditSample(
            of: whole.edit, count: count, length: Int64(request.preset.video.keyframeSeconds ?? 2),
            track: whole.movie.index.tracks[whole.videoTrack])
        let job = try job(sample?.edit ?? whole.edit)
        return try outcome(of: job, hasAudio: !isSmart) { outcome in
            let counts = try encode(job, starts: sample?.starts ?? [])
            outcome.frames = counts.reduce(0) { $0 + bytes($1, longer: outcome.longer, larger: sample?.scale ?? 1) }
        }
    }

    /// Renders the beginning. The size of copied frames is known. The beginning shows the size of the encoded frames,
    /// which are few, and the time that the export takes.
    private func runCopying(_ seconds: Int) throws -> Outcome {
        let job = try job(try whole.edit.beginning(seconds: Int64(seconds)))
        let count = PacketCount(isCancelled: isCancelled)
        return try outcome(of: job, hasAudio: true) { outcome in
            _ = try job.renderer.render(to: count)
            outcome.frames = Double(count.bytes) * Double(whole.copiedVideoBytes) / Double(max(1, job.copiedVideoBytes))
        }
    }

    private func outcome(
        of job: ExportJob, hasAudio: Bool, frames render: (inout Outcome) throws -> Void
    ) throws -> Outcome {
        var outcome = Outcome(longer: whole.plan.duration.seconds / max(job.plan.duration.seconds, 0.001))
        let began = ContinuousClock.now
        try render(&outcome)
        if hasAudio { outcome.audio = try renderAudio(job) }
        outcome.seconds = (ContinuousClock.now - began) / .seconds(1)
        return outcome
    }

    private func isCancelled() -> Bool { cancellation.isCancelled }

    /// Creates the same export of another edit. All frames are encoded if they are in the whole export.
    private func job(_ edit: Edit) throws -> ExportJob {
        var request = request
        request.edit = edit
        return try ExportJob(request, movie: whole.movie, without: whole.plan.rendering.obstacle)
    }

    /// - Returns: The packet counts of each rendition that is not copied.
    private func encode(_ job: ExportJob, starts: [MediaTime]) throws -> [PacketCount] {
        let starts = starts.map { $0.converted(to: ExportPlan.timescale, rounding: .nearest).value }
        guard request.preset.hls != nil else {
            let count = PacketCount(starts: starts, isCancelled: isCancelled)
            _ = try job.renderer.render(to: count)
            return [count]
        }
        let ladder = Ladder(request.preset, hasAudio: try job.audioOutput() != nil) { job.fullPlan($0) }
        let rungs = Array(isSmart ? ladder.rungs.dropFirst() : ladder.rungs[...])
        let counts = (rungs + [ladder.trickPlay]).map { _ in PacketCount(isCancelled: isCancelled) }
        let lanes =
            try zip(rungs, counts).map { try RenditionEncoder($0, output: $1) }
            + counts.suffix(1).map { try RenditionEncoder(ladder.trickPlay, pace: .everySecond, output: $0) }
        let renderer = LadderRenderer(
            plan: (rungs.first ?? ladder.trickPlay).plan, movie: job.movie, videoTrack: job.videoTrack,
            keyframes: .every(HLSExport.keyframeInterval))
        try renderer.render(lanes) { _ in !cancellation.isCancelled }
        return counts
    }

    /// - Returns: The size of the audio packets, in bytes.
    private func renderAudio(_ job: ExportJob) throws -> Int64 {
        guard let audio = try job.audioOutput() else { return 0 }
        var bytes: Int64 = 0
        try audio.render(upTo: job.plan.duration) { packet in
            guard !cancellation.isCancelled else { throw ExportError.cancelled }
            bytes += Int64(packet.size) + PacketCount.overhead
        }
        try audio.finish { bytes += Int64($0.size) + PacketCount.overhead }
        return bytes
    }

    /// Estimates the size of all frames from a sample, in bytes.
    /// - Parameters:
    ///   - longer: The duration of the whole edit, divided by that of the sample.
    ///   - larger: The size of the whole edit's frames in the recording, divided by that of the sample's.
    private func bytes(_ count: PacketCount, longer: Double, larger: Double) -> Double {
        // A GIF has no keyframes: each frame except the first contains only the changes.
        guard request.preset.fileFormat == .gif else { return Double(count.bytes) * larger }
        let new = Double(count.bytes - count.firstBytes - count.seamBytes)
        let counted = Double(max(1, count.packets - 1 - count.seams))
        return Double(count.firstBytes) + new / counted * max(0, Double(count.packets) * longer - 1)
    }
}

extension ExportJob {
    /// The size of the output's frames in bytes, if they are copied. The encoded frames, which are few, are counted
    /// with the average size of the recording's frames.
    fileprivate var copiedVideoBytes: Int64 {
        let samples = movie.index.tracks[videoTrack].samples
        let all = samples.reduce(0) { $0 + Int64($1.size) }
        return plan.frames.reduce(0) { sum, span in
            switch span.action {
            case .copy(let range): sum + samples[range].reduce(0) { $0 + Int64($1.size) + PacketCount.overhead }
            case .splice(let splice):
                (splice.leading + splice.samples).reduce(sum) { $0 + Int64(samples[$1].size) + PacketCount.overhead }
            case .encode: sum + Int64(span.frames) * (all / Int64(max(1, samples.count)) + PacketCount.overhead)
            }
        }
    }
}

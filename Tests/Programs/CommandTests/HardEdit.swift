import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// A hard movie as a recording, with ffmpeg's facts about it. Edits are made one after the other.
final class HardEdit {
    struct Plan: Decodable {
        let rendering: String
        let obstacle: String?
        let copiedAudio: CopiedAudio?
        let encodedFrames: Int
        let splicedFrames: Int
        let allFrames: Int

        /// The number of frames whose packets equal the recording's, to the bit.
        var copiedFrames: Int { allFrames - encodedFrames - splicedFrames }

        struct CopiedAudio: Decodable { let maxShift: Int }
    }

    let place: Workplace
    private(set) var id: String
    private let file: URL
    private let isNumbered: Bool
    private let recording: [PacketFacts]
    private let parameterSets: String?
    private let decoded: DecodedMovie
    private let maxStep: Float
    private let sampleRate: Int
    private let times: [MediaTime]
    private let keyframes: [MediaTime]
    private let recorded: MediaTime
    private var edits: EditsReport
    private var hint = ""
    /// The plans of the current edit, by the requested rendering method.
    private var plans: [String: Plan] = [:]
    /// The last export's standard error.
    private(set) var complaint = ""

    convenience init(_ name: String) throws { try self.init(HardMedia.folder.get().appending(path: name)) }

    /// - Parameter isNumbered: True if the frames show their numbers; see `SourceMovie`.
    init(_ file: URL, isNumbered: Bool = true) throws {
        (self.file, self.isNumbered) = (file, isNumbered)
        place = try Workplace()
        id = try place.result("import", file.path)
        let path = place.recordingFolder(id).appending(path: "movie.mp4").path
        let probed = try ProbedMovie(path)
        let (movie, packets) = (ExportedMovie(path, streams: probed.streams), probed.frames)
        parameterSets = probed.parameterSets
        let base = try #require(movie.video).timeBase
        recording = packets
        decoded = try DecodedMovie(movie)
        // Silence follows the end of the audio.
        sampleRate = movie.audio?.sampleRate ?? Int(DecodedAudio.sampleRate)
        maxStep = AudioJudge.maxStep((decoded.audio?.samples ?? []) + [0])
        times = packets.map(\.pts).sorted().compactMap { MediaTime(ticks: $0, in: base) }
        keyframes = packets.filter(\.isKeyframe).compactMap { MediaTime(ticks: $0.pts, in: base) }
        edits = try place.replay("edits", id, "--json").json()
        recorded = edits.duration
        try #require(decoded.frames.count == packets.count)
    }

    /// Cuts the whole recording, and calls `body` to export it.
    func with(_ cuts: HardCuts, _ body: () throws -> Void) throws {
        var generator = SplitMix64.seeded(function: "\(file.lastPathComponent), \(cuts)")
        try with(cuts.ranges(keyframes: keyframes, duration: recorded, &generator), body)
    }

    /// Cuts ranges out of the whole recording, and calls `body` to export it.
    func with(_ ranges: [TimeRange], _ body: () throws -> Void) throws {
        // A new import is faster than the undo of twenty cuts.
        if edits.canUndo { id = try place.result("import", file.path) }
        let words = ranges.map { String(format: "%.9f..%.9f", $0.start.seconds, $0.end.seconds) }
        hint = "\(file.lastPathComponent), cut \(words.joined(separator: " "))"
        if !words.isEmpty { _ = try place.start(["cut", "-r", id] + words).wait() }
        edits = try place.replay("edits", id, "--json").json()
        plans = [:]
        try body()
    }

    func plan(_ method: String) throws -> Plan {
        if let plan = plans[method] { return plan }
        let plan: Plan = try place.replay(
            "export", id, "--preset", "original", "--render", method, "--explain", "--json"
        ).json()
        plans[method] = plan
        return plan
    }

    /// Returns the number of an export's packets that equal the recording's, to the bit.
    func copied(in export: JudgedExport) -> Int {
        let hashes = Set(recording.map(\.hash))
        return export.packets.count { hashes.contains($0.hash) }
    }

    /// Expects that an export has the recording's parameter sets.
    func expectParameterSets(of export: JudgedExport) throws {
        let sets: String = try #require(export.parameterSets)
        #expect(sets == parameterSets, "\(hint)")
    }

    /// Exports, and compares the output with the edit.
    /// - Parameter likeness: The lowest PSNR of a frame against the recording's, in dB.
    func export(_ method: String, audio: String = "auto", likeness: Double) throws -> JudgedExport {
        let path = place.path("\(method).mp4")
        let outcome = try place.replay(
            "export", id, "--preset", "original", "--render", method, "--audio-render", audio, "--force", "-o", path)
        try #require(outcome.status == 0, "\(hint): \(outcome.errors)")
        complaint = outcome.errors
        let export = try JudgedExport(path, hint: "\(method), audio \(audio): \(hint)")
        let shown = edits.frames(shownAt: [.zero] + times.dropFirst())
        try export.expectTimes(of: shown, lasting: edits.editedDuration)
        try export.expectWhole()
        export.expectFrames(
            shown.map(\.place), of: decoded.frames, likeness: likeness, areNumbered: isNumbered)
        export.expectNothing(removedFrom: recording, keeping: shown.map(\.place))
        if let heard = decoded.audio {
            let mayBeCopied = method != "full" && audio != "exact"
            let isCopied = try mayBeCopied && plan(method).copiedAudio != nil
            export.expectAudio(
                edits.audio(of: heard), seams: edits.seams, isCopied: isCopied, steps: maxStep, sampleRate: sampleRate)
        }
        return export
    }
}

import Dispatch
import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a disk that fails at any call: no command falsely succeeds, and everything written before is kept.
@Suite(.serialized, .enabled(if: PreloadedLibrary.canBeCompiled, "no C compiler is here to make a failing disk with"))
struct DurabilityFaultTests {
    private static var faults: [DiskFault] {
        let first: [DiskFault] = [
            DiskFault(.pwrite, .transientEIO, at: 1), DiskFault(.pwrite, .lastingEIO, at: 2),
            DiskFault(.pwrite, .transientENOSPC, at: 3), DiskFault(.pwrite, .lastingENOSPC, at: 5),
            DiskFault(.pwrite, .short, at: 4), DiskFault(.write, .lastingENOSPC, at: 1),
            DiskFault(.write, .transientEIO, at: 2), DiskFault(.write, .lastingEIO, at: 3),
            DiskFault(.fdatasync, .transientEIO, at: 3), DiskFault(.fdatasync, .lastingEIO, at: 4),
            DiskFault(.fsync, .transientEIO, at: 1), DiskFault(.rename, .lastingENOSPC, at: 2),
            DiskFault(.open, .transientEIO, at: 4), DiskFault(.any, .lastingENOSPC, at: 20),
            DiskFault(.any, .lastingEIO, at: 25), DiskFault(.any, .short, at: 15),
        ]
        guard TortureTable.factor > 1 else { return first }
        var random = SplitMix64.seeded()
        let all = DiskFault.Call.allCases.flatMap { call in
            DiskFault.Kind.allCases.filter { $0 != .delay }.flatMap { kind in
                (Array(1...12) + stride(from: 15, through: 60, by: 5)).map { DiskFault(call, kind, at: $0) }
            }
        }
        return first + all.shuffled(using: &random).prefix((TortureTable.factor - 1) * first.count)
    }

    @Test("A call that fails ends the recording with a reason, a code that is not 0, and a movie that can be read")
    func faults() {
        let (faults, table) = (Self.faults, TortureTable())
        DispatchQueue.concurrentPerform(iterations: faults.count) { number in
            let fault = faults[number]
            do {
                try Self.run(fault)
                table.note("disk: \(fault.kind.rawValue) of \(fault.call.rawValue)", loss: 0)
            } catch {
                table.note("disk: \(fault.kind.rawValue) of \(fault.call.rawValue)", loss: nil)
                table.complain("\(fault): \(error)")
            }
        }
        table.report()
        #expect(table.complaints.isEmpty, "\(table.complaints)")
    }

    @Test("A proxy that cannot be written costs nothing but itself")
    func proxy() throws {
        let place = try DurabilityPlace()
        try place.startScene()
        // The first call writes the header of the proxy.
        let outcome = try place.start(
            ["record", "--consent", "--audio", "none", "--duration", "1500ms"],
            over: DiskFault(.pwrite, .transientEIO, at: 1)
        ).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let recording = try place.recording()
        #expect(recording.facts.ending?.duration == MediaTime(value: 1500, timescale: 1000))
        let movie = try RecoveredMovie(recording)
        #expect(movie.isInOrder && !movie.frames.isEmpty)
        #expect(throws: ServerError.self) { try MediaProbe(path: recording.path + "/proxy.mp4").frameTimes(of: "v:0") }
    }

    private static func run(_ fault: DiskFault) throws {
        let place = try DurabilityPlace()
        try place.startScene()
        // A failed proxy ends nothing else, but its calls would be counted with the movie's.
        let options = ["record", "--consent", "--audio", "none", "--no-proxy", "--duration", "1500ms"]
        let outcome = try place.start(options, over: fault).wait()
        // The recorder writes the number of calls at its very end.
        try place.wait("for the recorder to go") { place.faultableCalls != nil }
        let hasHappened = place.faultableCalls ?? 0 >= fault.number
        // If the disk becomes full only during a normal end, the recorder uses its reserve, and nothing is missing.
        let isWhole = fault.kind == .transientENOSPC && outcome.status == 0
        if isWhole { try expectWhole(place) }
        let isHarmless = !hasHappened || fault.kind == .short || isWhole
        guard isHarmless == (outcome.status == 0) else {
            throw RecorderError(.failed, description: "ended with \(outcome.status): \(outcome.errors)")
        }
        // The recorder's log and its notes are on the same disk. Their loss may be told before the reason of the end.
        let sentences = outcome.errors.split(separator: "\n").filter { line in
            let warnings = ["lines of the log are missing: ", "the recording continues, but a file beside its movie"]
            return !warnings.contains { line.hasPrefix("replay: \($0)") }
        }
        guard isHarmless || sentences.count == 1 else {
            throw RecorderError(.failed, description: "not one sentence: “\(outcome.errors)”")
        }
        try judge(place, outcome, isHarmless: isHarmless)
    }

    private static func expectWhole(_ place: DurabilityPlace) throws {
        let ending = try place.recording().facts.ending
        guard ending?.reason == .requested, ending?.duration == MediaTime(value: 1500, timescale: 1000) else {
            throw RecorderError(.failed, description: "a success that is none: \(String(describing: ending))")
        }
    }

    private static func judge(_ place: DurabilityPlace, _ outcome: ChildProcess.Outcome, isHarmless: Bool) throws {
        _ = try place.place.replay("recover")
        guard let recording = try? place.recording() else {
            guard !outcome.errors.contains("are kept") else {
                throw RecorderError(.failed, description: "nothing was kept")
            }
            return
        }
        let movie = try RecoveredMovie(recording)
        guard movie.isInOrder, let length = movie.length, !movie.frames.isEmpty else {
            throw RecorderError(.failed, description: "the movie has no frames in order")
        }
        let info = try place.place.replay("info")
        guard info.status == 0, isHarmless || info.output.contains("\nended") else {
            throw RecorderError(.failed, description: "info does not say it: \(info.output)\(info.errors)")
        }
        let last = movie.frames.last.map { $0.time.converted(to: 1_000_000_000, rounding: .nearest).value } ?? 0
        // A frame that is being captured at the end may be a millisecond or two later.
        guard length >= last - 20_000_000, length - last < 400_000_000 || !isHarmless else {
            throw RecorderError(.failed, description: "the length \(length) is not that of the movie, \(last)")
        }
    }

    @Test("A file that may not become larger ends the recording with 73 and a movie that can be read")
    func fileSizeLimit() throws {
        let place = try DurabilityPlace()
        try place.startScene()
        var environment = place.place.environment
        environment["REPLAY_DAEMON"] = place.place.path("replayd-limited")
        let daemon = BuiltProgram.replayd.path
        // The reserve of 8 MB is below the limit, and the movie soon reaches it.
        try "#!/bin/sh\nexec prlimit --fsize=8388608 \(daemon)\n".write(
            toFile: place.place.path("replayd-limited"), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: place.place.path("replayd-limited"))
        try place.stopScene()
        try place.startScene(rate: 240)
        let run = try ChildProcess(
            .replay, ["record", "--consent", "--audio", "none", "--fps", "240", "--duration", "60s"],
            environment: environment)
        let outcome = try run.wait()
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("larger") || outcome.errors.contains("large"), "\(outcome.errors)")
        #expect(try RecoveredMovie(place.recording()).isInOrder)
    }
}

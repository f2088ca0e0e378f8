import Foundation
import Replay
import ReplayTestSupport

/// A recording during which a process is killed at a random instant, and the checks of the remaining movie.
struct DurabilityKill: CustomStringConvertible {
    enum Victim: String, CaseIterable { case recorder, owner, display, audioServer = "audio server" }
    enum Scene: String, CaseIterable { case moving, still, paused, covered }

    let victim: Victim
    let scene: Scene
    let isBuffer: Bool
    let hasAudio: Bool
    /// The delay of the kill after the first frame, in milliseconds.
    let delay: Int

    init(_ victim: Victim, using random: inout some RandomNumberGenerator) {
        self.victim = victim
        scene = Scene.allCases.randomElement(using: &random) ?? .moving
        isBuffer = Int.random(in: 0..<4, using: &random) == 0
        hasAudio = victim == .audioServer || Int.random(in: 0..<3, using: &random) == 0
        delay = Int.random(in: 0...2500, using: &random)
    }

    var description: String {
        "\(victim.rawValue), \(scene)\(isBuffer ? ", buffer" : "")\(hasAudio ? ", audio" : ""), after \(delay) ms"
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// - Returns: The largest loss before the kill, in milliseconds.
    /// - Throws: `Failure` if something is wrong with the remaining movie.
    func run() throws -> Int {
        let place = try DurabilityPlace(hasAudio: hasAudio)
        try place.startScene()
        // The silence of a suspended sink comes late, and its loss is no loss.
        let beeps = hasAudio ? try BeepSource(sink: AudioServer.sink, server: place.place.audio?.address) : nil
        defer { try? beeps?.stop() }
        let options = ["--audio", hasAudio ? "both" : "none"] + (isBuffer ? ["--buffer", "1s"] : [])
        let run = try place.place.start(["record"] + options)
        try place.awaitStart()
        let recorder = try place.recorder()
        let begin = MonotonicClock.nanoseconds
        let frozen = try prepare(place)
        MonotonicClock.sleep(until: max(begin + UInt64(delay) * 1_000_000, MonotonicClock.nanoseconds))
        let instant = MonotonicClock.nanoseconds
        try strike(place, recorder, run)
        let isRaw = victim == .recorder && !isBuffer && place.isReadableRaw
        if victim == .audioServer {
            MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 300_000_000)
            run.send(SIGINT)
        }
        let outcome = try run.wait()
        try place.awaitEnd()
        guard outcome.status != 0 else { throw Failure(description: "the recorder’s owner ended with 0") }
        if victim == .recorder, instant - begin < 100_000_000, !isRaw { return Int((instant - begin) / 1_000_000) }
        let repaired = try place.place.replay("recover")
        guard repaired.status == 0 else { throw Failure(description: repaired.errors) }
        if victim == .recorder, !isBuffer, !isRaw { throw Failure(description: "ffprobe cannot read the raw movie") }
        return try judge(place, instant: instant, frozen: frozen)
    }

    /// - Returns: The time at which the movie's clock stops, in nanoseconds; nil if it does not stop.
    private func prepare(_ place: DurabilityPlace) throws -> Int64? {
        struct Change: Decodable { let time: MediaTime }
        switch scene {
        case .moving: return nil
        case .still:
            try place.stopScene()
            return nil
        case .covered:
            _ = try place.place.replay("cover")
            return nil
        case .paused:
            let change: Change = try place.place.replay("pause", "--json").json()
            return change.time.converted(to: 1_000_000_000, rounding: .nearest).value
        }
    }

    private func strike(_ place: DurabilityPlace, _ recorder: pid_t, _ run: ChildProcess) throws {
        switch victim {
        case .recorder: kill(recorder, SIGKILL)
        case .owner: run.send(SIGKILL)
        case .display: kill(try place.display(), SIGKILL)
        case .audioServer: kill(try place.audioServer(), SIGKILL)
        }
    }

    private func judge(_ place: DurabilityPlace, instant: UInt64, frozen: Int64?) throws -> Int {
        let movie = try RecoveredMovie(try place.recording())
        guard movie.isInOrder, let position = movie.position(of: instant), let length = movie.length else {
            throw Failure(description: "the movie holds no frames in order")
        }
        let expected = frozen ?? position
        let loss = Int((expected - length) / 1_000_000)
        // The movie of a moving screen must also have its frames, and its audio, up to that time.
        var losses = [loss]
        defer { if (losses.max() ?? 0) > 250 { print("\(self): lost \(losses) ms") } }
        if scene == .moving, victim != .audioServer, let last = movie.frames.last?.clock {
            losses.append(Int(Int64(instant / 1_000_000) - Int64(last / 1000)))
        }
        if hasAudio, victim == .recorder, let end = try movie.audioEnd(0) {
            losses.append(Int((expected - end) / 1_000_000))
        }
        return losses.max() ?? loss
    }
}

extension DurabilityPlace {
    /// True if another program can read the unrepaired movie.
    fileprivate var isReadableRaw: Bool {
        guard let recording = try? recording() else { return false }
        let outcome = try? ChildProcess([
            JudgeProgram.ffprobe, "-v", "fatal", "-show_entries", "packet=pts", "-of", "csv",
            recording.path + "/movie.mp4",
        ]).wait()
        return outcome.map { $0.status == 0 && !$0.data.isEmpty } ?? false
    }
}

import Dispatch
import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks each system call of a recorder, and of the program that controls it: it fails once, or is the last before a
/// kill. Ordinary tests use a sample, `make torture` uses all.
@Suite(.serialized, .enabled(if: PreloadedLibrary.canBeCompiled, "no C compiler is here to make calls fail with"))
struct RecorderFaultTests {
    /// The action during which a call fails, and the program in which it fails.
    enum Action: String, CaseIterable {
        case record, resume, stop
        var program: String { self == .stop ? "replay" : "replayd" }
    }

    private struct Case: CustomStringConvertible {
        let action: Action
        let fault: SystemCallFault
        var description: String { "\(action.rawValue), \(fault)" }
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// The largest number of calls tried per action.
    private static let maxNumbers = 12

    @Test("Whatever call of a recorder fails or is its last: nothing recorded shrinks, and 0 means done")
    func matrix() throws {
        let table = TortureTable()
        let cases = try Self.cases()
        DispatchQueue.concurrentPerform(iterations: cases.count) { number in
            let tried = cases[number]
            let name = "\(tried.action.rawValue): \(tried.fault.kind.rawValue) at \(tried.fault.call.rawValue)"
            do {
                try Self.run(tried)
                table.note(name, loss: 0)
            } catch {
                table.note(name, loss: nil)
                table.complain("\(tried): \(error)")
            }
        }
        table.report()
        #expect(table.complaints.isEmpty, "\(table.complaints)")
    }

    private static func cases() throws -> [Case] {
        var random = SplitMix64.seeded()
        let all = Action.allCases.flatMap { action in
            SystemCallFault.Call.allCases.flatMap { call in
                SystemCallFault.Kind.allCases.flatMap { kind in
                    // A short recording makes some dozens of most calls. A number beyond the last call has no effect.
                    (1...maxNumbers).map { number in
                        let step = action == .stop || call == .connect ? 1 : 3
                        return Case(
                            action: action, fault: SystemCallFault(call: call, kind: kind, number: number * step))
                    }
                }
            }
        }
        return TortureTable.factor > 1 ? all : Array(all.shuffled(using: &random).prefix(10))
    }

    private static func run(_ tried: Case) throws {
        let place = try DurabilityPlace()
        try place.startScene()
        let before = tried.action == .resume ? try recordWhole(place) : 0
        let outcome = try act(tried, place)
        // A recorder that fails at once leaves no recording, or only a folder without one.
        try place.wait("for the recorder's end") {
            try place.library().recordings().allSatisfy { $0.state() != .recording }
        }
        let listed = try place.place.replay("list", "--json")
        guard listed.status == 0 else { throw Failure(description: "list: \(listed.errors)") }
        let library = try place.library().recordings()
        guard let recording = library.first else {
            // A failure before the first frame leaves nothing.
            guard before == 0, outcome.status != 0 else { throw Failure(description: "the recording is gone") }
            return
        }
        let frames = (try? MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "v:0").count) ?? 0
        guard frames >= max(before, outcome.status == 0 ? 1 : 0) else {
            throw Failure(description: "\(frames) frames of \(before) are there, after \(outcome.status)")
        }
        if outcome.status == 0, recording.facts.ending?.reason != .requested {
            throw Failure(description: "a success that is none: \(String(describing: recording.facts.ending))")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: recording.path)
            .filter { $0.hasSuffix(".new") || $0.hasSuffix(".sock") || $0 == "reserve" }
        guard left.isEmpty else { throw Failure(description: "left: \(left)") }
    }

    /// Records a second.
    /// - Returns: The number of its frames.
    private static func recordWhole(_ place: DurabilityPlace) throws -> Int {
        let outcome = try place.place.replay("record", "--audio", "none", "--duration", "1s")
        guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
        return try MediaProbe(path: place.recording().path + "/movie.mp4").frameTimes(of: "v:0").count
    }

    private static func act(_ tried: Case, _ place: DurabilityPlace) throws -> ChildProcess.Outcome {
        let library = try PreloadedLibrary.faults.path()
        var environment = place.place.environment
        environment.merge(
            tried.fault.environment(
                program: tried.action.program, library: library, root: place.place.home.path,
                count: place.place.path("count"))
        ) { $1 }
        func start(_ arguments: [String]) throws -> ChildProcess {
            try ChildProcess(.replay, arguments, environment: environment, folder: place.place.folder)
        }
        let record = ["record", "--consent", "--audio", "none"]
        switch tried.action {
        case .record: return try start(record + ["--duration", "1s"]).wait()
        case .resume:
            let id = try place.recording().id.description
            return try start(record + ["--resume", id, "--duration", "1s"]).wait()
        case .stop:
            let run = try place.place.start(record.filter { $0 != "--consent" })
            try place.awaitStart()
            let begin = MonotonicClock.nanoseconds
            let outcome = try start(["stop"]).wait()
            let seconds = Double(MonotonicClock.nanoseconds - begin) / 1e9
            // The promise is 2 s, but the machine may be busy.
            guard seconds < 10 else { throw Failure(description: "stop took \(seconds) s") }
            if outcome.status != 0 { run.send(SIGINT) }
            let ended = try run.wait()
            return outcome.status == 0 ? ended : outcome
        }
    }
}

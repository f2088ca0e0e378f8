import Dispatch
import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks every system call of every command: each fails once, and is once the last before a kill. No recording
/// shrinks, 0 means done, and the next run leaves nothing behind. Ordinary tests use a sample, `make torture` uses all.
@Suite(.serialized, .enabled(if: PreloadedLibrary.canBeCompiled, "no C compiler is here to make calls fail with"))
struct FaultMatrixTests {
    private struct Case {
        let command: FaultPlace.Command
        let fault: SystemCallFault
        let isContainer: Bool
    }

    /// The largest number of calls tried per command: with fewer calls, each fails once; with more, this many, evenly
    /// spread.
    private static let maxNumbers = 40

    @Test("Whatever call fails or is the last: no recording shrinks, 0 means done, and nothing is left behind")
    func matrix() throws {
        let table = TortureTable()
        let cases = try Self.cases()
        DispatchQueue.concurrentPerform(iterations: cases.count) { number in
            let tried = cases[number]
            let name = "\(tried.command.rawValue): \(tried.fault.kind.rawValue) at \(tried.fault.call.rawValue)"
            do {
                try Self.run(tried)
                table.note(name, loss: 0)
            } catch {
                table.note(name, loss: nil)
                table.complain("\(tried.command.rawValue), \(tried.fault), container \(tried.isContainer): \(error)")
            }
        }
        table.report()
        #expect(table.complaints.isEmpty, "\(table.complaints)")
    }

    private static func cases() throws -> [Case] {
        var random = SplitMix64.seeded()
        var pairs = FaultPlace.Command.allCases.flatMap { command in
            SystemCallFault.Call.allCases.map { (command, $0) }
        }
        // To count the calls of a pair takes a run of the command.
        if TortureTable.factor == 1 { pairs = Array(pairs.shuffled(using: &random).prefix(20)) }
        var cases: [Case] = []
        for (command, call) in pairs {
            let count = try Self.count(call, of: command)
            for kind in SystemCallFault.Kind.allCases {
                cases += numbers(upTo: count).map { number in
                    let fault = SystemCallFault(call: call, kind: kind, number: number)
                    let isContainer = kind == .kill && hasNamespaces && Bool.random(using: &random)
                    return Case(command: command, fault: fault, isContainer: isContainer)
                }
            }
        }
        return TortureTable.factor > 1 ? cases : Array(cases.shuffled(using: &random).prefix(30))
    }

    private static func count(_ call: SystemCallFault.Call, of command: FaultPlace.Command) throws -> Int {
        let place = try FaultPlace()
        try place.prepare(command)
        let outcome = try place.run(command, over: SystemCallFault(call: call, kind: .error, number: 0))
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        return place.callCount
    }

    private static func numbers(upTo count: Int) -> [Int] {
        guard count > maxNumbers else { return Array(1...max(1, count)).filter { $0 <= count } }
        return (0..<maxNumbers).map { 1 + $0 * (count - 1) / (maxNumbers - 1) }
    }

    /// True if a command can run in its own process id namespace.
    private static let hasNamespaces: Bool = {
        let tried = try? ChildProcess(["unshare", "--pid", "--fork", "--mount-proc", "true"])
        return (try? tried?.wait())?.status == 0
    }()

    private static func run(_ tried: Case) throws {
        let place = try FaultPlace()
        try place.prepare(tried.command)
        let outcome = try place.run(tried.command, over: tried.fault, isContainer: tried.isContainer)
        try place.expectRecording()
        if outcome.status == 0 {
            try place.expectDone(tried.command, outcome)
        } else {
            try place.expectNothingHalf(tried.command)
            let isKilled = outcome.status < 0 || outcome.status == 137
            guard isKilled || outcome.errors.split(separator: "\n").count >= 1 else {
                throw FaultPlace.Failure(description: "failed with \(outcome.status) and without a word")
            }
        }
        let again = try place.runAgain(tried.command, isContainer: tried.isContainer)
        guard again.status == 0 else { throw FaultPlace.Failure(description: "once more: \(again.errors)") }
        try place.expectDone(tried.command, again)
        try place.expectRecording()
        try place.expectNoLeftovers()
    }
}

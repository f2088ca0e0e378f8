import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay redact` if it is killed, or its disk fails, at each call that changes names or flushes such a change
/// to the disk.
@Suite(
    .serialized, .timeLimit(.minutes(30)),
    .enabled(if: PreloadedLibrary.canBeCompiled, "no C compiler is here to make calls fail with"))
struct RedactionFaultTests {
    private static let calls: [SystemCallFault.Call] = [.rename, .link, .unlink, .fsync, .fdatasync]

    @Test(
        "At whatever step it ends, the movie is the old one or the new one, and the next command leaves nothing half done"
    )
    func eachStep() throws {
        let place = try RedactedPlace()
        var (outcomes, steps) = ([false: 0, true: 0], 0)
        for call in Self.calls {
            let count = try place.count(call)
            #expect(count > 0, "\(call)")
            for number in stride(from: 1, through: count, by: 1) {
                for kind in SystemCallFault.Kind.allCases {
                    let fault = SystemCallFault(call: call, kind: kind, number: number)
                    let isNew = try place.expectWhole(after: fault)
                    outcomes[isNew, default: 0] += 1
                    steps += 1
                }
            }
        }
        print("\(steps) steps; old \(outcomes[false] ?? 0), new \(outcomes[true] ?? 0)")
        // Failures before and after the decisive step have occurred.
        #expect(outcomes.values.allSatisfy { $0 > 5 }, "\(outcomes)")
    }
}

/// A recording with a proxy and chunks of an export, which is redacted repeatedly.
private struct RedactedPlace {
    let place: Workplace
    let id: String
    private let folder: String
    private let (old, new): (Data, Data)
    private let payload: PacketPayload

    struct Failure: Error, CustomStringConvertible { let description: String }

    init() throws {
        place = try Workplace()
        try ChildProcess.tool(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", place.path("source.mp4")])
        id = try place.replay("import", place.path("source.mp4")).line
        folder = "home/recordings/\(id)"
        let made = try place.shell(
            """
            set -e; rm source.mp4
            $REPLAY export --preset original -o out.mp4 --plan --chunk-length 1s 2>&1
            $REPLAY export -o out.mp4 --chunk 1
            cp \(folder)/movie.mp4 \(folder)/proxy.mp4
            mkdir saved; cp -a home out.mp4.chunks saved
            """)
        guard made.status == 0 else { throw Failure(description: made.errors) }
        let movie = place.path("\(folder)/movie.mp4")
        old = try Data(contentsOf: URL(fileURLWithPath: movie))
        payload = try PacketPayload(of: movie, stream: "v:0", in: 1..<2)
        let redacted = try place.replay("redact", id, "1..2", "--yes")
        guard redacted.status == 0 else { throw Failure(description: redacted.errors) }
        new = try Data(contentsOf: URL(fileURLWithPath: movie))
    }

    private func restore() throws {
        let made = try place.shell("rm -rf home out.mp4.chunks count; cp -a saved/home saved/out.mp4.chunks .")
        guard made.status == 0 else { throw Failure(description: made.errors) }
    }

    private func redact(over fault: SystemCallFault) throws -> ChildProcess.Outcome {
        let library = try PreloadedLibrary.faults.path()
        let environment = place.environment.merging(
            fault.environment(
                program: "replay-media", library: library, root: place.folder.path, count: place.path("count"))
        ) { $1 }
        return try ChildProcess(
            .replay, ["redact", id, "1..2", "--yes"], environment: environment, folder: place.folder
        ).wait()
    }

    /// Returns the number of calls of that kind that a redaction makes.
    func count(_ call: SystemCallFault.Call) throws -> Int {
        try restore()
        let outcome = try redact(over: SystemCallFault(call: call, kind: .error, number: 0))
        guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
        let text = try String(contentsOfFile: place.path("count"), encoding: .utf8)
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    /// Redacts over a fault, and checks the files right after it and after the next command.
    /// - Returns: True if the movie is the redacted one.
    func expectWhole(after fault: SystemCallFault) throws -> Bool {
        try restore()
        let outcome = try redact(over: fault)
        if fault.kind == .kill {
            #expect(outcome.status != 0, "\(fault)")
        } else if outcome.status != 0 {
            #expect(outcome.errors.hasPrefix("replay: "), "\(fault): \(outcome.errors)")
        }
        #expect(try [old, new].contains(movie()), "\(fault): right after it")
        let list = try place.replay("list")
        #expect(list.status == 0, "\(fault): \(list.errors)")
        let isNew = try movie() == new
        #expect(try isNew || movie() == old, "\(fault)")
        #expect(outcome.status != 0 || isNew, "\(fault): it said that it succeeded")
        try expectFiles(isNew: isNew, fault)
        let again = try place.replay("redact", id, "1..2", "--yes")
        #expect(again.status == 0, "\(fault): \(again.errors)")
        #expect(try payload.files(below: place.home).isEmpty, "\(fault)")
        return isNew
    }

    private func movie() throws -> Data { try Data(contentsOf: place.folder.appending(path: "\(folder)/movie.mp4")) }

    /// Expects that files with removed frames are removed together with the old movie, and that no temporary file
    /// remains.
    private func expectFiles(isNew: Bool, _ fault: SystemCallFault) throws {
        let known = ["edit.json", "exports.json", "lock", "movie.mp4", "proxy.lock", "recording.json"]
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
            .filter { !known.contains($0) && !$0.hasPrefix(".") }
        #expect(isNew ? names.isEmpty : names.allSatisfy { $0 == "proxy.mp4" }, "\(fault): \(names)")
        guard isNew else { return }
        let holding = try payload.files(below: place.home)
        #expect(holding.isEmpty, "\(fault): \(holding)")
    }
}

import Foundation
import ReplayTestSupport
import Testing

/// Checks exports whose output cannot be read back, or cannot be examined once.
@Suite(.timeLimit(.minutes(30))) struct OutputFaultTests {
    private struct Result: Decodable { let bytes: Int? }

    @Test(
        "An export over a fault fails, or is whole; it never ends with 0 and a broken movie",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"), arguments: ["stat", "pread"])
    func faults(call: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        _ = try place.shell("mkdir out")
        let counted = try export(id, call, at: 0, in: place)
        try #require(counted.status == 0, "\(counted.errors)")
        let text = try String(contentsOfFile: place.path("count"), encoding: .utf8)
        let count = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        try #require(count > 0)
        var failures = 0
        for number in 1...min(count, 40) {
            let outcome = try export(id, call, at: number, in: place)
            failures += outcome.status == 0 ? 0 : 1
            guard outcome.status == 0 else { continue }
            let file = place.path("out/x.mp4")
            let frames = try DecodedMovie(ExportedMovie(file)).frames
            #expect(frames.count == 75, "\(call) \(number)")
            let last = try #require(outcome.output.split(separator: "\n").last)
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            #expect(try JSONDecoder().decode(Result.self, from: Data(last.utf8)).bytes == size, "\(call) \(number)")
        }
        #expect(failures > 0)
    }

    private func export(
        _ id: String, _ call: String, at number: Int, in place: Workplace
    ) throws -> ChildProcess.Outcome {
        let environment = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.path("out"), "FAULT_CALL": call, "FAULT_AT": "\(number)", "FAULT_FOR": "1",
            "FAULT_ERRNO": "\(EIO)", "FAULT_COUNT": place.path("count"),
        ]
        return try ChildProcess(
            .replay, ["export", id, "-o", "out/x.mp4", "--force", "--json"],
            environment: place.environment.merging(environment) { $1 }, folder: place.folder
        ).wait()
    }
}

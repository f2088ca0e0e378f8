import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a power cut during a recording. Another mount, which replays the file system's journal, reads what the disk
/// had at that instant.
@Suite(.serialized) struct DurabilityPowerCutTests {
    private struct Unavailable: Error, CustomStringConvertible { let description: String }

    @discardableResult
    private func run(_ command: String...) throws -> Int32 {
        try ChildProcess(["env", "PATH=/usr/sbin:/sbin:/usr/bin:/bin"] + command).wait().status
    }

    /// Mounts a separate disk for a place's library.
    private func mountDisk(of place: DurabilityPlace) throws {
        let (image, home) = (place.place.path("disk.img"), place.place.home.path)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: image, contents: nil)
        try FileHandle(forWritingTo: URL(fileURLWithPath: image)).truncate(atOffset: 192 << 20)
        guard geteuid() == 0 else { throw Unavailable(description: "only root can mount a disk") }
        guard try run("mkfs.ext4", "-q", "-F", image) == 0 else { throw Unavailable(description: "no mkfs.ext4") }
        guard try run("mount", "-o", "loop", image, home) == 0 else {
            throw Unavailable(description: "no loop device can be had")
        }
    }

    @Test("A power cut takes at most one second, and no movie")
    func powerCuts() throws {
        let place = try DurabilityPlace()
        do {
            try mountDisk(of: place)
        } catch let error as Unavailable {
            return print("power cuts were not tried: \(error)")
        }
        defer { _ = try? run("umount", "-l", place.place.home.path) }
        let table = TortureTable()
        var random = SplitMix64.seeded()
        var left = TortureTable.factor == 1 ? 2 : min(40, 2 * TortureTable.factor)
        while left > 0 {
            let count = min(left, 5)
            try record(place, isStill: left % 2 == 0, cuts: count, table, &random)
            left -= count
        }
        table.report()
    }

    private func record(
        _ place: DurabilityPlace, isStill: Bool, cuts: Int, _ table: TortureTable, _ random: inout SplitMix64
    ) throws {
        try place.startScene()
        let run = try place.place.start("record", "--audio", "none")
        try place.awaitStart()
        let begin = MonotonicClock.nanoseconds
        let recorder = try place.recorder()
        for number in 0..<cuts {
            let pause = UInt64.random(in: 0...1_500_000_000, using: &random)
            MonotonicClock.sleep(until: MonotonicClock.nanoseconds + pause)
            if isStill, number == 1 { try place.stopScene() }
            let name = "power cut, \(isStill && number > 0 ? "still" : "moving")"
            do {
                let loss = try cut(place, recorder, begin: begin)
                table.note(name, loss: loss)
                #expect(loss <= (QuietMachine.isPromised ? 1000 : 5000), "after a pause of \(pause) ns")
            } catch {
                table.note(name, loss: nil)
                Issue.record("\(name): \(error)")
            }
        }
        run.send(SIGINT)
        #expect(try run.wait().status == 0)
        try place.stopScene()
        _ = try place.place.replay("discard")
    }

    /// - Returns: The lost time, in milliseconds.
    private func cut(_ place: DurabilityPlace, _ recorder: pid_t, begin: UInt64) throws -> Int {
        let (image, copy, mounted) =
            (place.place.path("disk.img"), place.place.path("copy.img"), place.place.path("copy"))
        kill(recorder, SIGSTOP)
        let instant = MonotonicClock.nanoseconds
        let copied = try run("cp", "--sparse=always", image, copy)
        kill(recorder, SIGCONT)
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: true)
        guard copied == 0, try run("mount", "-o", "loop", copy, mounted) == 0 else {
            throw Unavailable(description: "the copy of the disk cannot be mounted")
        }
        defer { _ = try? run("umount", mounted) }
        var environment = place.place.environment
        environment["REPLAY_HOME"] = mounted
        let recovered = try ChildProcess(.replay, ["recover"], environment: environment).wait()
        // In the first half second, the recording may be missing, but it must not be incomplete.
        if instant - begin < 500_000_000, !recovered.output.contains("kept") {
            return Int((instant - begin) / 1_000_000)
        }
        guard recovered.output.contains("kept") else {
            throw Unavailable(description: "recover: \(recovered.output)\(recovered.errors)")
        }
        let movie = try RecoveredMovie(try RecordingLibrary.open(home: mounted).recording(matching: nil))
        guard movie.isInOrder, let position = movie.position(of: instant), let length = movie.length else {
            throw Unavailable(description: "the movie has no frames in order")
        }
        return Int((position - length) / 1_000_000)
    }
}

import Foundation
import ReplayTestSupport
import Testing

/// Checks movies whose edit list hides a part: that part is never seen, and the visible part has the right times.
@Suite(.timeLimit(.minutes(30))) struct EditListTests {
    /// An edit list, by its pieces, and the numbers of the frames that it shows at 25 frames per second.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pieces: [EditListWriter.Piece]
        let frames: [Int]
        /// True if the hidden part becomes a cut.
        var isCut = false
        /// True if everything is re-encoded.
        var isEncoded = false
    }

    static let cases = [
        Case(testDescription: "the end is hidden", pieces: [(0, 1.2)], frames: Array(0..<30)),
        Case(testDescription: "the end is hidden, among B-frames", pieces: [(0, 1.24)], frames: Array(0..<31)),
        Case(testDescription: "the beginning is hidden", pieces: [(0.52, 2.48)], frames: Array(13..<75)),
        Case(testDescription: "both ends are hidden", pieces: [(1.32, 0.8)], frames: Array(33..<53)),
        Case(
            testDescription: "the middle is hidden", pieces: [(0, 0.6), (1.4, 1.2)],
            frames: Array(0..<15) + Array(35..<65), isCut: true),
        Case(
            testDescription: "three parts are shown", pieces: [(0.2, 0.4), (1.08, 0.4), (2.2, 0.4)],
            frames: Array(5..<15) + Array(27..<37) + Array(55..<65), isCut: true),
        Case(
            testDescription: "parts are shown in another order", pieces: [(2, 0.8), (0.4, 0.8)],
            frames: Array(50..<70) + Array(10..<30), isEncoded: true),
    ]

    private func makeMovie(in place: Workplace, _ pieces: [EditListWriter.Piece]) throws {
        let options =
            "\(SourceMovie.frames) -f lavfi -i \(AudioClicks.source):d=3 -c:v libx264 -preset veryfast -bf 3 -g 25 "
            + "-sc_threshold 0 -c:a aac"
        try SourceMovie("clicks", "whole.mp4", options).make(at: place.path("whole.mp4"))
        try EditListWriter.write(pieces, of: place.path("whole.mp4"), to: place.path("edited.mp4"))
    }

    @Test("What an edit list hides is never shown", arguments: cases, ["auto", "full"])
    func hidden(_ list: Case, method: String) throws {
        let place = try Workplace()
        try makeMovie(in: place, list.pieces)
        let imported = try place.replay("import", "edited.mp4")
        #expect(imported.status == 0)
        #expect(imported.errors.contains("this range is cut") == list.isCut, "\(imported.errors)")
        #expect(imported.errors.contains("encoded again") == list.isEncoded, "\(imported.errors)")
        try place.result(
            "export", imported.line, "--preset", "original", "--render", method, "--audio-render", "exact", "-o",
            "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.numbers() == list.frames)
        let wanted = Self.clicks(list.pieces)
        let found = AudioClicks.times(in: try movie.samples())
        // If FFmpeg applies the edit list and feeds an encoder, the first packet is late.
        let tolerance = list.isEncoded ? 0.025 : 0.002
        try #require(found.count == wanted.count, "\(found) \(wanted)")
        for (one, other) in zip(found, wanted) { #expect(abs(one - other) < tolerance, "\(found) \(wanted)") }
    }

    /// Returns the times of the audible clicks that begin within the pieces.
    private static func clicks(_ pieces: [EditListWriter.Piece]) -> [Double] {
        var (times, shown) = ([Double](), 0.0)
        for (start, length) in pieces {
            let all = (0..<6).map { 0.25 + 0.5 * Double($0) - (start ?? 0) }
            times += all.filter { $0 >= 0 && $0 < length - 0.03 }.map { $0 + shown }
            shown += length
        }
        return times
    }

    @Test("What is cut is shown after undo, and what is hidden at the ends never")
    func undone() throws {
        let place = try Workplace()
        try makeMovie(in: place, [(0.2, 0.4), (1.08, 0.4)])
        let id = try place.replay("import", "edited.mp4").line
        let edits: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(edits.kept.count == 2)
        try place.result("undo", id)
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let numbers = try ExportedMovie(place.path("out.mp4")).numbers()
        #expect(numbers.first == 5 && numbers.last == 36)
    }

    @Test(
        "An import that is killed is not there, or has its cuts",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func killed() throws {
        let place = try Workplace()
        try makeMovie(in: place, [(0.2, 0.4), (1.08, 0.4)])
        let fault = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.home.path, "FAULT_CALL": "rename", "FAULT_FOR": "1", "FAULT_ERRNO": "-2",
        ]
        var (kills, isWhole) = (0, false)
        while !isWhole {
            place.variables = fault.merging(["FAULT_AT": "\(kills + 1)"]) { one, _ in one }
            isWhole = try place.replay("import", "edited.mp4").status == 0
            kills += isWhole ? 0 : 1
            place.variables = [:]
            let list: [ListedRecording] = try place.replay("list", "--json").json()
            for recording in list {
                let edits: EditsReport = try place.replay("edits", recording.id, "--json").json()
                #expect(edits.kept.count == 2, "after \(kills) renames")
                try place.result("discard", recording.id)
            }
            try #require(kills < 20)
        }
        #expect(kills > 2)
    }

    @Test("A batch that edits a movie shows nothing that it hides")
    func batch() throws {
        let place = try Workplace()
        try makeMovie(in: place, [(0, 0.6), (1.4, 1.2)])
        let job =
            "{version: 1, jobs: [{movie: 'edited.mp4', output: 'out.mp4', preset: 'original', edit: ['cut 0..0.2']}]}"
        try job.write(toFile: place.path("jobs.json"), atomically: true, encoding: .utf8)
        let outcome = try place.replay("batch", "jobs.json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(5..<15) + Array(35..<65))
    }

    @Test("Audio that begins late does so, and so do frames")
    func delay() throws {
        let place = try Workplace()
        try makeMovie(in: place, [(nil, 0.4), (0, 1.2)])
        let id = try place.replay("import", "edited.mp4").line
        try place.result("export", id, "--preset", "original", "--audio-render", "exact", "-o", "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.numbers() == Array(0..<30))
        let found = AudioClicks.times(in: try movie.samples())
        #expect(found.count == 2 && abs(found[0] - 0.25) < 0.002, "\(found)")
    }
}

private struct ListedRecording: Decodable { let id: String }

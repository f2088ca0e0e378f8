import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a recording in which bits flip after its recorder was killed: no command removes or shortens it.
@Suite(.serialized) struct DurabilityBitRotTests {
    /// More frames than a fragment of a scene of 30 frames per second has.
    private static let framesPerFragment = 12

    @Test("A flipped bit costs an interrupted recording at most a fragment, whoever lists it")
    func interrupted() throws {
        var random = SplitMix64.seeded()
        let place = try DurabilityPlace()
        try place.startScene()
        let run = try place.place.start("record", "--audio", "none")
        try place.awaitStart()
        let recorder = try place.recorder()
        try place.wait("for some fragments") {
            (try? Data(contentsOf: place.movie))?.count(of: "moof") ?? 0 >= 12
        }
        kill(recorder, SIGKILL)
        _ = try run.wait()
        try place.awaitEnd()
        let folder = try place.recording().path
        // A socket cannot be copied.
        try FileManager.default.removeItem(atPath: folder + "/control.sock")
        let pristine = place.place.path("pristine")
        try FileManager.default.copyItem(atPath: folder, toPath: pristine)
        let frames = try place.listedFrames()
        let movie = try Data(contentsOf: URL(filePath: pristine + "/movie.mp4"))
        for bit in movie.significantBits(using: &random) {
            try FileManager.default.removeItem(atPath: folder)
            try FileManager.default.copyItem(atPath: pristine, toPath: folder)
            var damaged = movie
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            try damaged.write(to: URL(filePath: folder + "/movie.mp4"))
            let left = try place.listedFrames()
            #expect(left >= frames - Self.framesPerFragment && left <= frames, "bit \(bit): \(left) of \(frames)")
            #expect(try place.hasFile { $0 == damaged }, "bit \(bit): the damaged movie is gone")
        }
        let export = try place.place.replay("export", "--preset", "original", "-o", place.place.path("out.mp4"))
        #expect(export.status == 0, "\(export.errors)")
        #expect(try MediaProbe(path: place.place.path("out.mp4")).frameTimes(of: "v:0").count >= frames - 12)
        #expect(try place.place.replay("info").output.contains("set aside"))
    }
}

extension DurabilityPlace {
    fileprivate var movie: URL { get throws { URL(filePath: try recording().path + "/movie.mp4") } }

    /// Returns the number of frames that ffprobe finds in the recording after `replay list`.
    fileprivate func listedFrames() throws -> Int {
        let listed = try place.replay("list")
        #expect(listed.status == 0 && !listed.errors.contains("removed"), "\(listed.errors)")
        return try MediaProbe(path: movie.path).frameTimes(of: "v:0").count
    }

    /// True if a movie of the recording, set aside or not, satisfies `isSame`. The box that covers its end is undone
    /// for the comparison.
    fileprivate func hasFile(_ isSame: (Data) -> Bool) throws -> Bool {
        let folder = try recording().path
        return try ["movie.damaged.mp4", "movie.mp4"].contains { name in
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { return false }
            if isSame(data) { return true }
            var uncovered = data
            guard let cover = data.range(of: Data("free".utf8), options: .backwards) else { return false }
            // The original type is not known, only that a fragment or a record began there.
            for type in ["moof", "uuid"] {
                uncovered.replaceSubrange(cover, with: Data(type.utf8))
                if isSame(uncovered) { return true }
            }
            return try recording().facts.damage == nil
        }
    }
}

extension Data {
    fileprivate func count(of type: String) -> Int { places(of: type).count }

    /// Returns the positions of a box type.
    private func places(of type: String) -> [Int] {
        var (places, start): ([Int], Int) = ([], 0)
        while let range = range(of: Data(type.utf8), in: start..<count) {
            places.append(range.lowerBound)
            start = range.upperBound
        }
        return places
    }

    /// Returns a bit of each field on which the reading of a movie depends: sizes and types of boxes, and times of
    /// fragments.
    fileprivate func significantBits(using random: inout SplitMix64) -> [Int] {
        let moofs = places(of: "moof")
        let boxes = [places(of: "ftyp")[0], places(of: "moov")[0], moofs[0], moofs[1], places(of: "mdat")[1], moofs[5]]
        let sizes = boxes.map { $0 - Int.random(in: 1...4, using: &random) }
        let times = [places(of: "tfdt")[1], places(of: "tfdt")[4]].map { $0 + Int.random(in: 8..<16, using: &random) }
        return (sizes + boxes + times).map { $0 * 8 + Int.random(in: 0..<8, using: &random) }
    }
}

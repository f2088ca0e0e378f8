import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks movies whose H.264 contradicts their file: they are fully encoded, or refused with a sentence. The output
/// must decode without an error.
@Suite(.timeLimit(.minutes(30))) struct BadBitstreamTests {
    private static let movie = SourceMovie(
        "movie", "movie.mp4", "\(SourceMovie.frames) -c:v libx264 -preset veryfast -bf 0 -g 25 -sc_threshold 0")

    /// The place of a video packet in the file.
    private struct Place: Decodable {
        let pos: String
        let size: String

        var range: Range<Int> { (Int(pos) ?? 0)..<(Int(pos) ?? 0) + (Int(size) ?? 0) }
    }

    private struct Places: Decodable { let packets: [Place] }

    private func places(of path: String) throws -> [Range<Int>] {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of",
            "json", path,
        ])
        return try JSONDecoder().decode(Places.self, from: data).packets.map(\.range)
    }

    /// Makes a movie with some bytes changed.
    private func make(_ name: String, in place: Workplace, _ change: (inout Data, [Range<Int>]) -> Void) throws {
        let path = place.path("movie.mp4")
        if !FileManager.default.fileExists(atPath: path) { try Self.movie.make(at: path) }
        var bytes = try Data(contentsOf: URL(filePath: path))
        change(&bytes, try places(of: path))
        try bytes.write(to: place.folder.appending(path: name))
    }

    /// Imports, cuts and exports the movie.
    /// - Returns: The way it was rendered; nil if it was refused.
    @discardableResult
    private func expectWhole(_ name: String, in place: Workplace) throws -> String? {
        let imported = try place.replay("import", name)
        guard imported.status == 0 else {
            #expect(imported.status == 65 && imported.errors.hasPrefix("replay: "), "\(imported.errors)")
            return nil
        }
        let id = String(decoding: imported.data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        try place.result("cut", "-r", id, "1.3..1.7")
        let out = place.path("out.mp4")
        let exported = try place.replay("export", id, "--preset", "original", "--force", "--json", "-o", out)
        guard exported.status == 0 else {
            #expect(exported.status == 65 && exported.errors.contains("replay: "), "\(exported.errors)")
            return nil
        }
        try ExportedMovie(out).decode()
        return String(decoding: exported.data, as: UTF8.self).contains("\"isSmart\":true") ? "smart" : "full"
    }

    @Test("A sample that holds no slice is not copied")
    func noSlice() throws {
        let place = try Workplace()
        // Supplemental enhancement information replaces the slice.
        try make("bad.mp4", in: place) { bytes, packets in bytes[packets[60].lowerBound + 4] = 6 }
        #expect(try expectWhole("bad.mp4", in: place) != "smart")
    }

    @Test("A slice that is cut off in its header is not copied", arguments: [2, 55, 74])
    func truncatedHeader(packet: Int) throws {
        let place = try Workplace()
        try make("bad.mp4", in: place) { bytes, packets in
            let packet = packets[packet]
            // One byte of the slice, and filler data for the rest.
            bytes.replaceSubrange(packet.lowerBound..<packet.lowerBound + 4, with: [0, 0, 0, 2])
            let rest = UInt32(packet.count - 10)
            bytes.replaceSubrange(
                packet.lowerBound + 6..<packet.lowerBound + 11,
                with: [UInt8(rest >> 24 & 255), UInt8(rest >> 16 & 255), UInt8(rest >> 8 & 255), UInt8(rest & 255), 12])
        }
        #expect(try expectWhole("bad.mp4", in: place) != "smart")
    }

    @Test("Parameter sets that are not those of the frames do not serve to copy them")
    func otherSets() throws {
        let place = try Workplace()
        // Detailed frames, so that a splice is worth its cost.
        let options =
            "-f lavfi -i testsrc2=s=320x240:r=25:d=4 -c:v libx264 -preset veryfast -bf 0 -g 25 -sc_threshold 0"
        try SourceMovie("detailed", "movie.mp4", options).make(at: place.path("movie.mp4"))
        let other = SourceMovie("other", "other.mp4", options + " -x264-params cabac=0")
        try other.make(at: place.path("other.mp4"))
        let box = try #require(try Data(contentsOf: place.folder.appending(path: "other.mp4")).avcC)
        try make("bad.mp4", in: place) { bytes, _ in
            guard let own = bytes.avcC, own.count >= box.count else { return }
            // The remaining bytes are beyond the size that the box states.
            bytes.replaceSubrange(own.startIndex..<own.startIndex + box.count, with: box)
        }
        let imported = try place.replay("import", "bad.mp4")
        guard imported.status == 0 else { return }
        let id = String(decoding: imported.data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        // The first span is a copy in one case, a splice in the other.
        for (cut, first) in [("1.3..1.7", "copy"), ("0..0.5", "splice")] {
            try place.result("cut", "-r", id, cut)
            let plan = try place.replay("export", id, "--preset", "original", "--explain").output
            #expect(plan.split(separator: "\n").dropFirst(2).first?.contains(first) == true, "\(plan)")
            let exported = try place.replay("export", id, "--preset", "original", "--render", "smart", "-o", "out.mp4")
            #expect(exported.status == 65 && exported.errors.contains("SPS and PPS"), "\(exported.errors)")
        }
    }

    @Test("Any bits of the parameter sets may be wrong")
    func wrongSets() throws {
        let place = try Workplace()
        var random = SplitMix64.seeded()
        for _ in 0..<24 {
            let (bit, step) = (UInt8.random(in: 0...7, using: &random), Int.random(in: 6...40, using: &random))
            try make("bad.mp4", in: place) { bytes, _ in
                if let box = bytes.avcC { bytes[box.startIndex + step] ^= 1 << bit }
            }
            // The frames may then decode differently, as they do in the movie itself. Nothing must trap.
            let imported = try place.replay("import", "bad.mp4")
            #expect([0, 65].contains(imported.status), "byte \(step), bit \(bit): \(imported.errors)")
            guard imported.status == 0 else { continue }
            let exported = try place.replay("export", "--preset", "original", "--force", "-o", "out.mp4")
            #expect([0, 65].contains(exported.status), "byte \(step), bit \(bit): \(exported.errors)")
        }
    }

    @Test("What is encrypted is refused, and that is said")
    func encrypted() throws {
        let place = try Workplace()
        try makeEncrypted("encrypted.mp4", in: place)
        try place.replay("import", "encrypted.mp4").expectComplaint(65, "encrypted.mp4", "is encrypted")
    }

    @Test("Encrypted movies that FFmpeg cannot open are refused too")
    func encryptedStrangely() throws {
        let place = try Workplace()
        try makeEncrypted("encrypted.mp4", in: place, "-movflags frag_keyframe+empty_moov")
        let path = place.folder.appending(path: "encrypted.mp4")
        var bytes = try Data(contentsOf: path)
        // More samples than the fragment has.
        let count = try #require(bytes.range(of: Data("senc".utf8))).upperBound + 4
        bytes.replaceSubrange(count..<count + 4, with: [0, 16, 0, 0])
        try bytes.write(to: path)
        try place.replay("import", "encrypted.mp4").expectComplaint(65, "encrypted.mp4", "is encrypted")
    }

    private func makeEncrypted(_ name: String, in place: Workplace, _ options: String = "") throws {
        let key = "76a6c65c5ea762046bd749a2e632ccbb"
        let arguments =
            "\(SourceMovie.frames) \(SourceMovie.x264) -encryption_scheme cenc-aes-ctr -encryption_key \(key) "
            + "-encryption_kid \(key) \(options)"
        try SourceMovie("encrypted", name, arguments).make(at: place.path(name))
    }
}

extension Data {
    /// The contents of the first box that holds the H.264 configuration.
    fileprivate var avcC: Data? {
        guard let name = range(of: Data("avcC".utf8)), name.lowerBound >= 4 else { return nil }
        let size = self[name.lowerBound - 4..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        return self[name.upperBound..<name.lowerBound - 4 + size]
    }
}

import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import Files

/// Checks the index of fragmented movies against ffprobe.
@Suite struct MovieIndexTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url }

    init() throws { directory = try TemporaryDirectory("index") }

    private func run(_ tool: String, _ arguments: [String]) throws -> String {
        try ChildProcess([tool, "-v", "error"] + arguments).wait(limit: 600).output
    }

    private func makeMovie(_ options: [String]) throws -> Directory {
        let path = folder.appending(path: "movie.mp4").path
        let sources = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=3", "-f", "lavfi", "-i", "sine=d=3"]
        _ = try run("ffmpeg", ["-nostdin", "-y"] + sources + ["-g", "20", "-preset", "ultrafast"] + options + [path])
        return try Directory.open(folder.path)
    }

    private struct Packets: Decodable {
        struct Packet: Decodable {
            let pts: Int64
            let dts: Int64
            let size: String
            let pos: String
            let flags: String
        }
        let packets: [Packet]
    }

    @Test(
        "It says of every packet what ffprobe says",
        arguments: [
            ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
            ["-movflags", "frag_keyframe+empty_moov"],
            ["-movflags", "frag_keyframe+delay_moov+default_base_moof", "-bf", "2"],
            ["-movflags", "frag_custom+delay_moov+default_base_moof", "-frag_duration", "200000"],
        ])
    func packets(options: [String]) throws {
        let directory = try makeMovie(options)
        let movie = try MovieReader.open("movie.mp4", in: directory)
        #expect(!movie.index.isTruncated)
        for (track, name) in [(0, "v:0"), (1, "a:0")] {
            let probed = try run(
                JudgeProgram.ffprobe,
                ["-show_packets", "-select_streams", name, "-of", "json", folder.path + "/movie.mp4"])
            let packets = try JSONDecoder().decode(Packets.self, from: Data(probed.utf8)).packets
            let samples = movie.index.tracks[track].samples
            #expect(samples.map(\.pts) == packets.map(\.pts))
            #expect(samples.map { "\($0.size)" } == packets.map(\.size))
            #expect(samples.map { "\($0.offset)" } == packets.map(\.pos))
            #expect(samples.map(\.isKeyframe) == packets.map { $0.flags.hasPrefix("K") })
        }
    }

    @Test("A movie that is cut off anywhere is read up to there, and never believed beyond")
    func truncated() throws {
        let directory = try makeMovie(["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
        let whole = try MovieReader.open("movie.mp4", in: directory).index
        let bytes = try Data(contentsOf: folder.appending(path: "movie.mp4"))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            let length = Int.random(in: 0..<bytes.count, using: &generator)
            try bytes.prefix(length).write(to: folder.appending(path: "cut.mp4"))
            guard let cut = try? MovieReader.open("cut.mp4", in: directory).index else { continue }
            for (part, all) in zip(cut.tracks, whole.tracks) {
                #expect(all.samples.starts(with: part.samples), "cut at \(length)")
                #expect(part.samples.allSatisfy { $0.offset + Int64($0.size) <= Int64(length) })
            }
        }
    }

    @Test("Damaged boxes give an error or fewer samples, never a crash")
    func damaged() throws {
        let directory = try makeMovie(["-movflags", "frag_keyframe+empty_moov+default_base_moof"])
        let bytes = try Data(contentsOf: folder.appending(path: "movie.mp4"))
        for _ in 0..<200 {
            var broken = bytes
            for _ in 0..<4 { broken[Int.random(in: 0..<2000)] = UInt8.random(in: 0...255) }
            try broken.write(to: folder.appending(path: "broken.mp4"))
            guard let movie = try? MovieReader.open("broken.mp4", in: directory) else { continue }
            for track in movie.index.tracks {
                #expect(track.samples.allSatisfy { $0.offset >= 0 && $0.offset + Int64($0.size) <= Int64(bytes.count) })
            }
        }
    }
}

import Foundation
import ReplayTestSupport
import Testing

/// A place in which an export is made in chunks.
final class ChunkedMovie {
    struct Plan: Decodable {
        let path: String
        let hash: String
        let plan: Contents

        struct Contents: Decodable { let chunks: [Chunk] }
        struct Chunk: Decodable { let frames: Int }
    }

    let place: Workplace
    let id: String
    private(set) var count = 0

    static let folder = "out.mp4.chunks"

    init(_ movie: SourceMovie = .plain) throws {
        place = try Workplace()
        id = try place.importMovie(movie)
    }

    /// Plans chunks of one second.
    func plan(_ options: String...) throws {
        let outcome = try place.start(
            ["export", "--plan", "--json", "-o", "out.mp4", "--chunk-length", "1s"] + options
        ).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        count = try outcome.json(Plan.self).plan.chunks.count
    }

    func render(_ chunks: some Sequence<Int>) throws {
        for chunk in chunks { try place.result("export", "--chunk", "\(chunk)", "-o", "out.mp4") }
    }

    func renderAll() throws { try render(0..<count) }

    func join() throws -> ChildProcess.Outcome { try place.replay("export", "--join", "-o", "out.mp4") }

    /// Returns the name of a chunk's file.
    func file(_ chunk: Int) throws -> String {
        let names = try place.names(in: Self.folder)
        return try #require(names.first { $0.hasPrefix("chunk-0000\(chunk)-") })
    }

    var isJoined: Bool { FileManager.default.fileExists(atPath: place.path("out.mp4")) }

    /// Returns ffprobe's facts about a movie, except the sizes of its frames.
    static func facts(_ path: String) throws -> [String] {
        let queries = [
            [
                "v:0",
                "packet=pts,dts,duration,flags:stream=codec_name,profile,level,width,height,pix_fmt,color_space,"
                    + "time_base,start_pts,duration_ts,r_frame_rate,avg_frame_rate,nb_frames,extradata_hash",
            ],
            [
                "a:0",
                "packet=pts,dts,duration,data_hash:stream=codec_name,time_base,start_pts,duration_ts,nb_frames,"
                    + "extradata_hash",
            ],
        ]
        return try queries.flatMap { query in
            let data = try ChildProcess.tool([
                JudgeProgram.ffprobe, "-v", "error", "-select_streams", query[0], "-show_data_hash", "md5",
                "-show_entries", query[1], "-of", "csv=p=0", path,
            ])
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Expects that the joined movie equals a single pass with the same options.
    func expectSame(_ options: String...) throws {
        let outcome = try place.start(["export", id, "-o", "single.mp4", "--force"] + options).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let (joined, single) = (place.path("out.mp4"), place.path("single.mp4"))
        #expect(try Self.facts(joined) == Self.facts(single))
        let movie = try ExportedMovie(joined)
        // Decoding must not print any error either.
        #expect(try movie.numbers() == ExportedMovie(single).numbers())
        #expect(try movie.isFastStart())
        if movie.audio != nil { #expect(try movie.samples() == ExportedMovie(single).samples()) }
    }
}

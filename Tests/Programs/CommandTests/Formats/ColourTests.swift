import Foundation
import ReplayTestSupport
import Testing

/// Checks that colours come out as players show them in the source, with or without colour tags.
@Suite struct ColourTests {
    @Test("An export keeps the values, and says what they mean", arguments: ColourBars.all)
    func exportKeepsTheValues(bars: ColourBars) throws {
        let place = try Workplace()
        let id = try place.importMovie(bars.movie)
        let source = try ColourBars.values(of: place.path("bars.mp4"))
        for preset in ["original", "share-720p"] + (bars.size == "1920x1080" ? ["share-1080p"] : ["webm"]) {
            let name = preset == "webm" ? "out.webm" : "out.mp4"
            try place.result("export", id, "--preset", preset, "--render", "full", "--force", "-o", place.path(name))
            let exported = try ColourBars.values(of: place.path(name))
            #expect(ColourBars.difference(source, exported) <= 3, "\(preset): \(source) \(exported)")
            let video = try #require(try ExportedMovie(place.path(name)).video)
            #expect(video.entries["color_space"] == bars.exported, "\(preset)")
            #expect(video.entries["color_range"] == "tv")
        }
    }

    @Test(
        "The renditions of an HLS folder, chunks and a GIF have the same colours",
        arguments: [ColourBars.all[0], ColourBars.all[2]])
    func renditionsOfAnHLSFolder(bars: ColourBars) throws {
        let place = try Workplace()
        let id = try place.importMovie(bars.movie)
        let source = try ColourBars.values(of: place.path("bars.mp4"))
        for render in ["auto", "full"] {
            try place.result("export", id, "--preset", "hls", "--render", render, "-o", "out")
            let names = try place.names(in: "out").filter { $0.hasSuffix("p") }
            #expect(names.count > 1)
            for name in names {
                let exported = try ColourBars.values(of: place.path("out/\(name)/index.m3u8"))
                #expect(ColourBars.difference(source, exported) <= 3, "\(name): \(source) \(exported)")
            }
        }
        try place.result("export", id, "--preset", "share-720p", "--plan", "-o", "chunked.mp4")
        try place.result("export", "--chunk", "0", "-o", "chunked.mp4")
        try place.result("export", "--join", "-o", "chunked.mp4")
        #expect(ColourBars.difference(source, try ColourBars.values(of: place.path("chunked.mp4"))) <= 3)
        try place.result("export", id, "--preset", "gif", "-o", "out.gif")
        let matrix = bars.exported == "bt709" ? "bt709" : "bt601"
        let wanted = try ColourBars.light(of: place.path("bars.mp4"), matrix: matrix)
        let shown = try ColourBars.light(of: place.path("out.gif"))
        #expect(ColourBars.difference(wanted, shown) <= 8, "\(wanted) \(shown)")
    }

    @Test("A movie that is encoded anew when it is imported keeps its colours")
    func movieThatIsEncodedAnew() throws {
        let place = try Workplace()
        try SourceMovie("lossless", "bars.mkv", "-f lavfi -i smptebars=s=1280x720:r=10:d=1,format=yuv420p -c:v ffv1")
            .make(at: place.path("bars.mkv"))
        let id = try place.result("import", "bars.mkv")
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let (source, exported) = (
            try ColourBars.values(of: place.path("bars.mkv")), try ColourBars.values(of: place.path("out.mp4"))
        )
        #expect(ColourBars.difference(source, exported) <= 3, "\(source) \(exported)")
        #expect(try ExportedMovie(place.path("out.mp4")).video?.entries["color_space"] == "bt709")
    }

    @Test(
        "A movie of high dynamic range is shown on ordinary displays as it was meant",
        arguments: ["smpte2084", "arib-std-b67"])
    func toneMapping(transfer: String) throws {
        let place = try Workplace()
        // Patches that ordinary displays show as grey 128, grey 64 and the brown 192, 80, 48. White is 203 cd/m².
        let patches =
            "color=white:s=420x240:r=10:d=1,format=rgb24,drawbox=x=0:w=180:h=240:color=gray:t=fill,"
            + "drawbox=x=180:w=120:h=240:color=0x404040:t=fill,drawbox=x=300:w=60:h=240:color=0xC05030:t=fill,"
            + "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,"
            + "zscale=min=709:pin=709:tin=709:rin=limited:t=linear:p=2020:npl=203,format=gbrpf32le,"
            + "zscale=pin=2020:tin=linear:t=\(transfer):m=2020_ncl:p=2020:r=limited:npl=203,format=yuv420p10"
        try SourceMovie(
            "phone", "phone.mov",
            "-f lavfi -i \(patches) -color_primaries bt2020 -color_trc \(transfer) -colorspace bt2020nc -tag:v hvc1 "
                + "-c:v libx265 -preset ultrafast -x265-params "
                + "log-level=none:bframes=3:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc"
        ).make(at: place.path("phone.mov"))
        let id = try place.result("import", "phone.mov")
        for (preset, name) in [("original", "out.mp4"), ("share-720p", "small.mp4"), ("webm", "out.webm")] {
            try place.result("export", id, "--preset", preset, "-o", name)
            let movie = try ExportedMovie(place.path(name))
            let video = try #require(movie.video)
            for key in ["color_space", "color_primaries", "color_transfer"] { #expect(video.entries[key] == "bt709") }
            #expect(video.entries["pix_fmt"] == "yuv420p")
            let light = try ColourBars.light(of: place.path(name))
            let wanted = [[128, 128, 128], [64, 64, 64], [182, 76, 48]]
            #expect(ColourBars.difference([light[1], light[4], light[5]], wanted) <= 6, "\(preset): \(light)")
            // Highlights are compressed, so white becomes a light grey.
            #expect(light[6].allSatisfy { (195...230).contains($0) }, "\(preset): \(light)")
        }
    }
}

import Foundation
import HLSValidation
import ReplayTestSupport
import Testing

/// Checks that the known faults of `ffmpeg -f hls` are found.
@Suite struct ForeignFolderTests {
    private static let sources = "-f lavfi -i testsrc2=s=320x180:r=30:d=12 -f lavfi -i sine=r=48000:d=12"
    private static let coders = "-c:v libx264 -preset ultrafast -c:a aac"
    private static let list = "-f hls -hls_playlist_type vod -hls_time 4 -master_pl_name main.m3u8"

    private func validate(_ arguments: String) throws -> HLSReport {
        let folder = try TemporaryDirectory("hls")
        try MediaTool.ffmpeg(arguments, in: folder.url)
        return try HLSValidator().validate(folder: folder.url.path)
    }

    private func violations(_ report: HLSReport, _ row: HLSCheck) -> [String] {
        report.findings.filter { $0.row == row && $0.severity == .violation }.map(\.found)
    }

    @Test("Its multivariant playlist: BANDWIDTH too low, no AVERAGE-BANDWIDTH, no FRAME-RATE; and a key every 4 s")
    func muxed() throws {
        let report = try validate(
            "\(Self.sources) -map 0:v -map 1:a \(Self.coders) -g 120 \(Self.list) -hls_segment_type fmp4 s.m3u8")
        let found = violations(report, .bandwidth)
        #expect(found.contains { $0.hasPrefix("BANDWIDTH=") })
        #expect(found.contains("no AVERAGE-BANDWIDTH"))
        #expect(found.contains("no FRAME-RATE"))
        #expect(violations(report, .keyframes).contains { $0.hasPrefix("a GOP 4.000 s long") })
        #expect(violations(report, .iFrames) == ["no #EXT-X-I-FRAME-STREAM-INF"])
        #expect(violations(report, .structure).contains("#EXT-X-VERSION:7"))
    }

    @Test("Its I-frame playlist, whose entries hold whole groups")
    func iFrames() throws {
        let report = try validate(
            "-f lavfi -i testsrc2=s=320x180:r=30:d=12 -c:v libx264 -preset ultrafast -g 60 -f hls "
                + "-hls_segment_type fmp4 -hls_playlist_type vod -hls_time 4 -hls_flags single_file+iframes_only s.m3u8"
        )
        let found = violations(report, .iFrames)
        #expect(found.contains { $0.hasPrefix("a frame for 4.000 s, and 2 more") })
        #expect(found.contains { $0.hasPrefix("a range of s.m4s with") })
    }

    @Test(
        "Its variants with audio apart: I-frames in a variant's place, byte ranges beyond the file, audio not described"
    )
    func apart() throws {
        let report = try validate(
            "\(Self.sources) -map 0:v -map 1:a \(Self.coders) -g 60 \(Self.list) -hls_segment_type fmp4 "
                + "-hls_flags single_file+iframes_only -var_stream_map v:0,agroup:a␣a:0,agroup:a,default:yes s%v.m3u8")
        #expect(violations(report, .iFrames).contains("an I-frame playlist as a variant"))
        #expect(violations(report, .iFrames).contains { $0.hasPrefix("a range of s0.m4s with") })
        #expect(violations(report, .structure).contains { $0.hasPrefix("the byte range") })
        #expect(violations(report, .audioGroups).contains("an audio rendition without CHANNELS"))
        #expect(violations(report, .timestamps).contains { $0.hasPrefix("an edit list of 2 entries") })
    }

    @Test("A static screen with a key every 15 s")
    func longTarget() throws {
        let report = try validate(
            "-f lavfi -i color=gray:s=320x180:r=2:d=30 -c:v libx264 -preset ultrafast -g 30 \(Self.list) "
                + "-hls_segment_type fmp4 s.m3u8")
        #expect(violations(report, .keyframes).contains { $0.hasPrefix("a GOP 15.000 s long") })
    }

    @Test("Transport streams: the playlists are checked, and that frames are not is said")
    func transportStream() throws {
        let report = try validate("\(Self.sources) -map 0:v -map 1:a \(Self.coders) -g 60 \(Self.list) s.m3u8")
        let warnings = report.findings.filter { $0.severity == .warning && $0.row == .keyframes }
        #expect(warnings.map(\.found) == ["not fMP4: frames are not checked"])
        #expect(violations(report, .bandwidth).contains { $0.hasPrefix("BANDWIDTH=") })
        #expect(violations(report, .keyframes) == ["no #EXT-X-INDEPENDENT-SEGMENTS"])
    }

    @Test("Open GOPs")
    func openGroups() throws {
        let report = try validate(
            "-f lavfi -i testsrc2=s=320x180:r=30:d=6 -c:v libx264 -preset veryfast -x264-params open-gop=1:bframes=2 -g 60 "
                + "-sc_threshold 0 \(Self.list) -hls_time 2 -hls_segment_type fmp4 s.m3u8")
        #expect(violations(report, .keyframes).contains { $0.contains("not an IDR") || $0.contains("not closed") })
    }
}

import Foundation
import HLSValidation
import Testing

/// Checks a folder for each possible fault: the validator finds the fault in its place, and nothing in other rows.
@Suite struct RowTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let row: HLSCheck
        let file: String
        /// A text of the reported line; nil for a finding in a media file.
        let line: String?
        /// Other rows that the fault also violates.
        let others: Set<HLSCheck>
        let make: @Sendable (inout SmallPresentation) throws -> Void

        init(
            _ row: HLSCheck, _ name: String, _ file: String, line: String? = nil, also others: Set<HLSCheck> = [],
            _ make: @escaping @Sendable (inout SmallPresentation) throws -> Void
        ) {
            (testDescription, self.row, self.file, self.line) = ("row \(row.rawValue): \(name)", row, file, line)
            (self.others, self.make) = (others, make)
        }
    }

    @Test("What is right has no finding")
    func good() throws {
        let report = try SmallPresentation.good().validate()
        #expect(report.findings == [])
        #expect(report.isValid)
        #expect(report.playlists.count == 6)
        #expect(report.rows.map(\.row) == HLSCheck.allCases)
    }

    @Test("Each fault is found in its row, file and line", arguments: faults)
    func fault(_ fault: Fault) throws {
        var presentation = try SmallPresentation.good()
        try fault.make(&presentation)
        let report = try presentation.validate()
        let violations = report.findings.filter { $0.severity == .violation }
        let hit = try #require(violations.first { $0.row == fault.row && $0.file == fault.file }, "\(violations)")
        if let line = fault.line {
            let number = try #require(hit.line)
            let text = presentation.text(fault.file)[number - 1]
            #expect(text.contains(line), "line \(number): \(text)")
        } else {
            #expect(hit.offset != nil)
        }
        #expect(Set(violations.map(\.row)).subtracting(fault.others) == [fault.row], "\(violations)")
    }

    @Test("Every row has a fault here")
    func rows() { #expect(Set(Self.faults.map(\.row)) == Set(HLSCheck.allCases)) }

    static let faults: [Fault] = playlistFaults + mediaFaults

    private static let playlistFaults: [Fault] = [
        Fault(.keyframes, "no INDEPENDENT-SEGMENTS", "large/list.m3u8", line: "#EXTM3U") {
            try $0.replace("#EXT-X-INDEPENDENT-SEGMENTS\n", "", in: "main.m3u8")
        },
        Fault(.durations, "EXTINF beyond TARGETDURATION", "captions/list.m3u8", line: "#EXTINF:6,") {
            try $0.replace("TARGETDURATION:6", "TARGETDURATION:5", in: "captions/list.m3u8")
        },
        Fault(
            .durations, "another TARGETDURATION in one", "audio/list.m3u8", line: "TARGETDURATION:3", also: [.bandwidth]
        ) {
            try $0.replace("TARGETDURATION:2", "TARGETDURATION:3", in: "audio/list.m3u8")
        },
        Fault(.durations, "no TARGETDURATION", "captions/list.m3u8", line: "#EXTM3U") {
            try $0.replace("#EXT-X-TARGETDURATION:6\n", "", in: "captions/list.m3u8")
        },
        Fault(.durations, "an EXTINF that is 100 ms off", "small/list.m3u8", line: "#EXTINF:2.100,") {
            try $0.replace("2.000,\n1.m4s", "2.100,\n1.m4s", in: "small/list.m3u8")
        },
        Fault(.structure, "a version too high", "audio/list.m3u8", line: "VERSION:7") {
            try $0.replace("VERSION:6", "VERSION:7", in: "audio/list.m3u8")
        },
        Fault(.structure, "a version too low", "iframes/list.m3u8", line: "VERSION:4") {
            try $0.replace("VERSION:5", "VERSION:4", in: "iframes/list.m3u8")
        },
        Fault(.structure, "a segment that is not there", "small/list.m3u8", line: "9.m4s") {
            try $0.replace("2.m4s", "9.m4s", in: "small/list.m3u8")
        },
        Fault(.structure, "a byte range beyond the file", "iframes/list.m3u8", line: "all.mp4") { presentation in
            let size = presentation.files["iframes/all.mp4"]?.count ?? 0
            let last = try #require(presentation.text("iframes/list.m3u8").last { $0.hasPrefix("#EXT-X-BYTERANGE") })
            try presentation.replace(last, "#EXT-X-BYTERANGE:\(size)@1000", in: "iframes/list.m3u8")
        },
        Fault(.structure, "a TYPE that is none", "main.m3u8", line: "SSUBTITLES", also: [.captions]) {
            try $0.replace("TYPE=SUBTITLES", "TYPE=SSUBTITLES", in: "main.m3u8")
        },
        Fault(.structure, "a NAME without quotes", "main.m3u8", line: "NAME=English") {
            try $0.replace("GROUP-ID=\"audio\",NAME=\"English\"", "GROUP-ID=\"audio\",NAME=English", in: "main.m3u8")
        },
        Fault(.structure, "a GROUP-ID without quotes", "main.m3u8", line: "GROUP-ID=text") {
            try $0.replace("GROUP-ID=\"text\"", "GROUP-ID=text", in: "main.m3u8")
        },
        Fault(.structure, "a LANGUAGE that is none", "main.m3u8", line: "LANGUAGE=\"1 !\"") {
            try $0.replace(
                "NAME=\"English\",LANGUAGE=\"en\",AUTO", "NAME=\"English\",LANGUAGE=\"1 !\",AUTO", in: "main.m3u8")
        },
        Fault(.structure, "a word in quotes", "main.m3u8", line: "AUTOSELECT=\"YES\"") {
            try $0.replace("AUTOSELECT=YES,URI", "AUTOSELECT=\"YES\",URI", in: "main.m3u8")
        },
        Fault(.structure, "CODECS without quotes", "main.m3u8", line: "CODECS=avc1") { presentation in
            let codec = try #require(
                presentation.text("main.m3u8").last { $0.hasPrefix("#EXT-X-I-FRAME") }?.split(separator: "\"")[1])
            try presentation.replace(
                "CODECS=\"\(codec)\",RESOLUTION=320x180,URI", "CODECS=\(codec),RESOLUTION=320x180,URI", in: "main.m3u8")
        },
        Fault(.structure, "an URI of EXT-X-MAP without quotes", "small/list.m3u8", line: "URI=init.mp4") {
            try $0.replace("URI=\"init.mp4\"", "URI=init.mp4", in: "small/list.m3u8")
        },
        Fault(.structure, "closed captions without a stream", "main.m3u8", line: "CLOSED-CAPTIONS") {
            try $0.replace(
                "#EXT-X-INDEPENDENT-SEGMENTS\n",
                "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\"\n",
                in: "main.m3u8")
        },
        Fault(.completeness, "no ENDLIST in one", "captions/list.m3u8", line: "PLAYLIST-TYPE") {
            try $0.replace("#EXT-X-ENDLIST\n", "", in: "captions/list.m3u8")
        },
        Fault(.completeness, "VOD in all but one", "captions/list.m3u8", line: "ENDLIST") {
            try $0.replace("#EXT-X-PLAYLIST-TYPE:VOD\n", "", in: "captions/list.m3u8")
        },
        Fault(.bandwidth, "no FRAME-RATE", "main.m3u8", line: "RESOLUTION=160x90") {
            try $0.replace("RESOLUTION=160x90,FRAME-RATE=30.000", "RESOLUTION=160x90", in: "main.m3u8")
        },
        Fault(.bandwidth, "a FRAME-RATE below the frames'", "main.m3u8", line: "FRAME-RATE=25") {
            try $0.replace(
                "RESOLUTION=160x90,FRAME-RATE=30.000", "RESOLUTION=160x90,FRAME-RATE=25.000", in: "main.m3u8")
        },
        Fault(.bandwidth, "CODECS that the audio does not have", "main.m3u8", line: "mp4a.40.5") {
            try $0.replace("mp4a.40.2", "mp4a.40.5", in: "main.m3u8")
        },
        Fault(.bandwidth, "BANDWIDTH without the audio", "main.m3u8", line: "RESOLUTION=320x180") { presentation in
            let line = try #require(presentation.text("main.m3u8").first { $0.hasPrefix("#EXT-X-STREAM-INF") })
            let peak = try #require(Int(line.dropFirst(28).prefix { $0 != "," }))
            try presentation.replace("INF:BANDWIDTH=\(peak)", "INF:BANDWIDTH=\(peak - 32_000)", in: "main.m3u8")
        },
        Fault(.ladder, "another shape", "main.m3u8", line: "RESOLUTION=160x120", also: [.bandwidth]) {
            try $0.replace("RESOLUTION=160x90", "RESOLUTION=160x120", in: "main.m3u8")
        },
        Fault(.ladder, "nothing for a phone", "main.m3u8", line: "#EXT-X-STREAM-INF", also: [.bandwidth]) {
            presentation in
            let main = String(decoding: presentation.files["main.m3u8"] ?? [], as: UTF8.self)
            let raised = main.replacing("INF:BANDWIDTH=", with: "INF:BANDWIDTH=9")
            presentation.files["main.m3u8"] = Array(raised.utf8)
        },
        Fault(.ladder, "a first variant far from 2 Mb/s", "main.m3u8", line: "RESOLUTION=320x180", also: [.bandwidth]) {
            let small = try #require($0.text("main.m3u8").last { $0.hasPrefix("#EXT-X-STREAM-INF") })
            let rest = small.dropFirst("#EXT-X-STREAM-INF:".count).drop { $0 != "," }
            try $0.replace(small, "#EXT-X-STREAM-INF:BANDWIDTH=2000000" + rest, in: "main.m3u8")
        },
        Fault(.audioGroups, "no LANGUAGE", "main.m3u8", line: "TYPE=AUDIO") {
            try $0.replace("LANGUAGE=\"en\",DEFAULT", "DEFAULT", in: "main.m3u8")
        },
        Fault(.audioGroups, "other CHANNELS", "main.m3u8", line: "CHANNELS=\"6\"") {
            try $0.replace("CHANNELS=\"2\"", "CHANNELS=\"6\"", in: "main.m3u8")
        },
        Fault(.iFrames, "no I-frame playlist", "main.m3u8", line: "RESOLUTION=160x90") { presentation in
            presentation.write("main.m3u8", presentation.text("main.m3u8").dropLast())
        },
        Fault(.captions, "no X-TIMESTAMP-MAP", "captions/0.vtt", line: "WEBVTT") {
            try $0.replace("X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n", "", in: "captions/0.vtt")
        },
        Fault(.captions, "captions for two seconds", "captions/list.m3u8", line: "#EXTINF:2,", also: [.bandwidth]) {
            try $0.replace("#EXTINF:6,", "#EXTINF:2,", in: "captions/list.m3u8")
        },
        Fault(.captions, "a cue that ends before it starts", "captions/0.vtt", line: "-->") {
            try $0.replace("00:04.000", "00:00.000", in: "captions/0.vtt")
        },
        Fault(.discontinuities, "a discontinuity in one alone", "small/list.m3u8", line: "#EXT-X-DISCONTINUITY") {
            try $0.replace(
                "#EXTINF:2.000,\n1.m4s", "#EXT-X-DISCONTINUITY\n#EXTINF:2.000,\n1.m4s", in: "small/list.m3u8")
        },
        Fault(.text, "a byte order mark", "small/list.m3u8", line: "#EXTM3U") {
            $0.files["small/list.m3u8"] = [0xEF, 0xBB, 0xBF] + ($0.files["small/list.m3u8"] ?? [])
        },
        Fault(.text, "bytes that are not UTF-8", "small/list.m3u8", line: "#") {
            $0.files["small/list.m3u8"]? += [0x23, 0x20, 0xFF, 0x0A]
        },
        Fault(.text, "a URI of another host", "small/list.m3u8", line: "http://") {
            try $0.replace("2.m4s", "http://192.0.2.1/2.m4s", in: "small/list.m3u8")
        },
        Fault(.text, "a URI out of the folder", "small/list.m3u8", line: "%2e%2e") {
            try $0.replace("2.m4s", "../%2e%2e/secret", in: "small/list.m3u8")
        },
        Fault(.text, "where it was made", "small/list.m3u8", line: "/recordings/") {
            try $0.replace("#EXTM3U\n", "#EXTM3U\n# /data/recordings/20261121-134502-6dk3x/x\n", in: "small/list.m3u8")
        },
        Fault(.live, "a live playlist of two segments", "audio/list.m3u8", line: "2.m4s", also: [.discontinuities]) {
            for name in ["large", "small", "audio", "iframes", "captions"] {
                let list = "\(name)/list.m3u8"
                try $0.replace("#EXT-X-ENDLIST\n", "", in: list)
                try $0.replace("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MEDIA-SEQUENCE:7", in: list)
                if !["iframes", "captions"].contains(name) {
                    let lines = $0.text(list)
                    let first = lines.firstIndex { $0.hasPrefix("#EXTINF") } ?? 0
                    $0.write(list, Array(lines[..<first] + lines[(first + 2)...]))
                }
            }
        },
        Fault(.parts, "a part above the target", "large/list.m3u8", line: "DURATION=0.6") { presentation in
            var lines = presentation.text("large/list.m3u8")
            let place = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
            lines.insert("#EXT-X-PART:DURATION=0.6,URI=\"p.m4s\"", at: place)
            lines.insert("#EXT-X-PART-INF:PART-TARGET=0.5", at: 1)
            presentation.write("large/list.m3u8", lines)
        },
        Fault(.live, "a live playlist without a sequence", "audio/list.m3u8", line: "#EXTM3U") {
            for name in ["large", "small", "audio", "iframes", "captions"] {
                try $0.replace("#EXT-X-ENDLIST\n", "", in: "\(name)/list.m3u8")
                try $0.replace("#EXT-X-PLAYLIST-TYPE:VOD\n", "", in: "\(name)/list.m3u8")
            }
        },
    ]

    private static let mediaFaults: [Fault] = [
        Fault(.keyframes, "segments that begin within a group", "small/1.m4s", also: [.bandwidth, .alignment]) {
            let whole = try SmallPresentation.frames(size: "160x90", extra: "-g 180 -frag_duration 2000000")
            $0.add("small", whole)
            $0.writeMain()
        },
        Fault(.keyframes, "an IDR that is a plain picture", "small/1.m4s") { presentation in
            var bytes = try #require(presentation.files["small/1.m4s"])
            let mdat = try #require(bytes.place(of: "mdat"))
            let unit = try #require(bytes[mdat...].firstIndex { $0 == 0x65 })
            bytes[unit] = 0x61
            presentation.files["small/1.m4s"] = bytes
        },
        Fault(.keyframes, "a key every six seconds", "small/0.m4s", also: [.durations, .alignment, .bandwidth]) {
            try $0.add("small", SmallPresentation.frames(size: "160x90", extra: "-g 180"), durations: ["6.000"])
            $0.writeMain()
        },
        Fault(.alignment, "audio that begins later", "audio/list.m3u8", line: "0.m4s", also: [.timestamps]) {
            presentation in
            for number in 0..<3 {
                let name = "audio/\(number).m4s"
                let bytes = try #require(presentation.files[name])
                let time = bytes.number(behind: "tfdt", at: 8)
                presentation.files[name]?.set(UInt32(time + 24_000), behind: "tfdt", at: 8)
                if number == 2 { presentation.files[name] = bytes }
            }
        },
        Fault(.alignment, "audio that ends early", "audio/list.m3u8", line: "1.m4s") { presentation in
            let lines = presentation.text("audio/list.m3u8")
            presentation.write("audio/list.m3u8", Array(lines.dropLast(3) + lines.suffix(1)))
            presentation.writeMain()
        },
        Fault(.timestamps, "a gap between segments", "small/1.m4s", also: [.alignment]) {
            $0.files["small/1.m4s"]?.set(30_970, behind: "tfdt", at: 8)
        },
        Fault(.timestamps, "an empty edit", "small/init.mp4", also: [.alignment]) {
            $0.files["small/init.mp4"]?.set(0xFFFF_FFFF, behind: "elst", at: 12)
        },
        Fault(.structure, "an initialization section with more in it", "small/init.mp4") {
            $0.files["small/init.mp4"]? += [0, 0, 0, 8] + Array("free".utf8)
        },
        Fault(.structure, "a box that claims 2^40 bytes", "small/2.m4s", also: [.keyframes]) { presentation in
            let bytes = try #require(presentation.files["small/2.m4s"])
            let mdat = try #require(bytes.place(of: "mdat"))
            presentation.files["small/2.m4s"] =
                bytes[..<(mdat - 4)] + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 1, 0, 0, 0, 0, 0]
                + bytes[(mdat + 4)...]
        },
        Fault(.ladder, "level 5.1", "main.m3u8", line: "RESOLUTION=160x90", also: [.bandwidth]) { presentation in
            let place = try #require(presentation.files["small/init.mp4"]?.place(of: "avcC")) + 7
            presentation.files["small/init.mp4"]?[place] = 51
        },
        Fault(.iFrames, "two pictures in a range", "iframes/list.m3u8", line: "all.mp4") { presentation in
            let lines = presentation.text("iframes/list.m3u8")
            let ranges = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-BYTERANGE:") }
            let sizes = ranges.map { Int(lines[$0].dropFirst(17).prefix { $0 != "@" }) ?? 0 }
            let joined = lines[ranges[0]].replacing("\(sizes[0])@", with: "\(sizes[0] + sizes[1])@")
            presentation.write(
                "iframes/list.m3u8",
                Array(
                    lines[..<ranges[0]] + [joined] + lines[(ranges[0] + 1)..<(ranges[0] + 2)]
                        + lines[(ranges[1] + 2)...]))
            presentation.writeMain()
        },
        Fault(
            .discontinuities, "other parameters without a mark", "small/list.m3u8", line: "EXT-X-MAP",
            also: [.bandwidth]
        ) {
            $0.files["small/other.mp4"] = $0.files["large/init.mp4"]
            try $0.replace(
                "#EXTINF:2.000,\n1.m4s", "#EXT-X-MAP:URI=\"other.mp4\"\n#EXTINF:2.000,\n1.m4s", in: "small/list.m3u8")
        },
    ]
}

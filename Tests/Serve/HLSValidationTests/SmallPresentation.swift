import Foundation
import HLSValidation
import ReplayTestSupport

/// A small, correct HLS folder in memory: six seconds, two sizes, separate audio, I-frames and captions. A test changes
/// its parts and writes it.
struct SmallPresentation {
    var files: [String: [UInt8]] = [:]

    private static let made = Result { try SmallPresentation() }
    /// Returns the correct folder, which is made once. Every test changes a copy.
    static func good() throws -> SmallPresentation { try made.get() }

    private static let cmaf = "-movflags +cmaf+delay_moov+skip_trailer+"
    private static let x264 = "-c:v libx264 -preset ultrafast -sc_threshold 0 -bf 0 -pix_fmt yuv420p"

    static func frames(size: String, rate: Int = 30, extra: String = "-g 60 -b:v 90k -maxrate 90k -bufsize 45k")
        throws
        -> Fragments
    {
        let flags = rate == 1 ? "frag_every_frame" : "frag_keyframe"
        return Fragments(
            try MediaTool.make(
                "-f lavfi -i testsrc2=s=\(size):r=\(rate):d=6 \(x264) \(extra) \(cmaf)\(flags) -use_editlist 1"))
    }

    static func audio(channels: Int = 2) throws -> Fragments {
        Fragments(
            try MediaTool.make(
                "-f lavfi -i sine=r=48000:d=6 -c:a aac -b:a 32k -ac \(channels) "
                    + "-movflags +cmaf+delay_moov+skip_trailer -frag_duration 2000000 -use_editlist 1"))
    }

    init(files: [String: [UInt8]]) { self.files = files }

    private init() throws {
        try add("large", Self.frames(size: "320x180"))
        try add("small", Self.frames(size: "160x90"))
        try addAudio(Self.audio())
        try addIFrames(Self.frames(size: "320x180", rate: 1, extra: "-g 1"))
        files["captions/0.vtt"] = Array(
            "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:00.000 --> 00:04.000\nHello\n".utf8)
        write(
            "captions/list.m3u8",
            ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXTINF:6,", "0.vtt", "#EXT-X-ENDLIST"])
        writeMain()
    }

    private static let head = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]

    mutating func add(_ name: String, _ fragments: Fragments, durations: [String]? = nil) {
        var lines = Self.head + ["#EXT-X-MAP:URI=\"init.mp4\""]
        files["\(name)/init.mp4"] = fragments.header
        for (number, part) in fragments.parts.enumerated() {
            files["\(name)/\(number).m4s"] = part
            lines += ["#EXTINF:\(durations?[number] ?? "2.000"),", "\(number).m4s"]
        }
        write("\(name)/list.m3u8", lines + ["#EXT-X-ENDLIST"])
    }

    mutating func addAudio(_ fragments: Fragments) {
        let segments = fragments.joined(into: 3)
        let durations = segments.parts.map { part in
            let count = (0..<2).reduce(0) { $0 + part.number(behind: "trun", at: 4, $1) }
            return String(format: "%.6f", Double(count) * 1024 / 48000)
        }
        add("audio", segments, durations: durations)
    }

    mutating func addIFrames(_ fragments: Fragments) {
        files["iframes/all.mp4"] = fragments.header + fragments.parts.flatMap { $0 }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:5", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD"]
        lines += ["#EXT-X-I-FRAMES-ONLY", "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"\(fragments.header.count)@0\""]
        var offset = fragments.header.count
        for part in fragments.parts {
            lines += ["#EXTINF:1.000,", "#EXT-X-BYTERANGE:\(part.count)@\(offset)", "all.mp4"]
            offset += part.count
        }
        write("iframes/list.m3u8", lines + ["#EXT-X-ENDLIST"])
    }

    mutating func writeMain() {
        let (audio, text) = (rate("audio"), rate("captions"))
        func variant(_ name: String, _ size: String, _ codec: String) -> [String] {
            let own = rate(name)
            return [
                "#EXT-X-STREAM-INF:BANDWIDTH=\(own.peak + audio.peak + text.peak),"
                    + "AVERAGE-BANDWIDTH=\(own.average + audio.average + text.average),CODECS=\"\(codec),mp4a.40.2\","
                    + "RESOLUTION=\(size),FRAME-RATE=30.000,AUDIO=\"audio\",SUBTITLES=\"text\"", "\(name)/list.m3u8",
            ]
        }
        let iFrames = rate("iframes")
        write(
            "main.m3u8",
            [
                "#EXTM3U", "#EXT-X-INDEPENDENT-SEGMENTS",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,"
                    + "CHANNELS=\"2\",URI=\"audio/list.m3u8\"",
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,"
                    + "URI=\"captions/list.m3u8\"",
            ] + variant("large", "320x180", codec("large")) + variant("small", "160x90", codec("small")) + [
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(iFrames.peak),CODECS=\"\(codec("iframes"))\",RESOLUTION=320x180,"
                    + "URI=\"iframes/list.m3u8\""
            ])
    }

    /// Returns the codec string, from the bytes after “avcC”.
    private func codec(_ name: String) -> String {
        let header = files["\(name)/init.mp4"] ?? files["\(name)/all.mp4"] ?? []
        let place = (header.place(of: "avcC") ?? 0) + 5
        return "avc1." + header[place..<(place + 3)].map { String(format: "%02x", $0) }.joined()
    }

    /// Returns the bit rates. Each segment alone lasts half to one and a half target durations, and no two together do.
    private func rate(_ name: String) -> (peak: Int, average: Int) {
        var (sizes, durations): ([Int], [Double]) = ([], [])
        for line in text("\(name)/list.m3u8") {
            if line.hasPrefix("#EXTINF:") { durations.append(Double(line.dropFirst(8).dropLast()) ?? 0) }
            if line.hasPrefix("#EXT-X-BYTERANGE:") {
                sizes.append(Int(line.dropFirst(17).prefix { $0 != "@" }) ?? 0)
            } else if !line.hasPrefix("#"), name != "iframes" {
                sizes.append(files["\(name)/\(line)"]?.count ?? 0)
            }
        }
        let rates = zip(sizes, durations).map { Double($0 * 8) / $1 }
        let average = Double(sizes.reduce(0, +) * 8) / durations.reduce(0, +)
        return (Int((rates.max() ?? 0).rounded()), Int(average.rounded()))
    }

    func text(_ name: String) -> [String] {
        String(decoding: (files[name] ?? []).dropLast(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    mutating func write(_ name: String, _ lines: [String]) {
        files[name] = Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Replaces a text of a playlist, which must contain it.
    mutating func replace(_ old: String, _ new: String, in name: String) throws {
        let text = String(decoding: files[name] ?? [], as: UTF8.self)
        guard text.contains(old) else { throw ServerError("\(name) has no “\(old)”.") }
        files[name] = Array(text.replacing(old, with: new).utf8)
    }

    func store() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory("hls")
        for (name, bytes) in files {
            let file = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        return folder
    }

    func validate() throws -> HLSReport {
        let folder = try store()
        return try HLSValidator().validate(folder: folder.url.path)
    }
}

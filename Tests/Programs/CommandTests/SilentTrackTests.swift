import Foundation
import ReplayTestSupport
import Testing

/// Checks two audio tracks, one of which is mostly silent: the other's packets are copied during the silence. If a
/// third track is their mix, its packets are copied wherever the edit changes neither track.
@Suite struct SilentTrackTests {
    private static let seconds = 10.0

    /// Returns an ffmpeg source of noise without high frequencies, which an encoder keeps; digital silence outside the
    /// ranges.
    private func noise(seed: Int, heard ranges: [ClosedRange<Double>]) -> String {
        let heard = ranges.map { "between(t,\($0.lowerBound),\($0.upperBound))" }.joined(separator: "+")
        return "anoisesrc=c=white:seed=\(seed):r=48000:d=\(Self.seconds),lowpass=1200,lowpass=1200,"
            + "volume=0:enable='not(\(heard))'"
    }

    /// Imports a movie with both tracks. It has no perceptual noise substitution, because a decoder would make up that
    /// noise at random.
    /// - Parameters:
    ///   - microphone: The ranges in which the microphone is audible. The application is always audible.
    ///   - hasMix: True if there is a track with the recorder's mix.
    private func importMovie(
        _ place: Workplace, microphone: [ClosedRange<Double>], hasMix: Bool = false
    ) throws -> String {
        let path = place.path("two.mp4")
        let sources = [
            SourceMovie.frames.replacing("d=3", with: "d=\(Self.seconds)").split(separator: " ").map(String.init),
            ["-f", "lavfi", "-i", noise(seed: 1, heard: [0...Self.seconds]) + ",aformat=channel_layouts=stereo"],
            ["-f", "lavfi", "-i", noise(seed: 2, heard: microphone)],
        ]
        let mix = [
            "-filter_complex", "[2:a]pan=stereo|c0=c0|c1=c0[m];[1:a][m]amix=2:normalize=0[mix]", "-map", "[mix]",
            "-metadata:s:a:2", "handler_name=Mix",
        ]
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + sources.joined() + [
                "-map", "0", "-map", "1", "-map", "2",
            ] + (hasMix ? mix : []) + [
                "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac", "-aac_pns", "0",
                "-metadata:s:a:0", "handler_name=Application audio", "-metadata:s:a:1", "handler_name=Microphone", path,
            ])
        return try place.result("import", path)
    }

    private struct Plan: Decodable {
        struct Audio: Decodable {
            let copiedPackets: Int
            let encodedPackets: Int
        }

        let copiedAudio: Audio?
    }

    private func plan(_ id: String, _ place: Workplace) throws -> Plan {
        try place.replay("export", id, "--preset", "original", "--explain", "--json").json()
    }

    /// Returns the expected audio, mixed by ffmpeg: mono at 48 kHz.
    private func mixed(_ movie: String, by graph: String) throws -> [Float] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", movie, "-filter_complex",
            "\(graph),pan=mono|c0=0.5*c0+0.5*c1", "-f", "f32le", "-",
        ])
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    @Test("What is heard is the mix, and where one track is silent the other's packets")
    func silentTrack() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<3 {
            let place = try Workplace()
            let start = Double.random(in: 1...6, using: &random)
            let heard = [start...start + 1, 9.5...9.6]
            let id = try importMovie(place, microphone: heard)
            let audio = try #require(try plan(id, place).copiedAudio, "\(heard)")
            #expect(audio.copiedPackets > 2 * audio.encodedPackets, "\(heard)")
            try place.result("export", id, "--preset", "original", "-o", place.path("out.mp4"))
            let wanted = try mixed(
                place.path("two.mp4"), by: "[0:a:1]pan=stereo|c0=c0|c1=c0[m];[0:a:0][m]amix=2:normalize=0")
            let found = try mixed(place.path("out.mp4"), by: "[0:a:0]anull")
            try expect(found, toBe: wanted, copiedOutside: heard)
            let recorded = Set(try PacketFacts.packets(of: place.path("two.mp4"), stream: "a:0").map(\.hash))
            let packets = try PacketFacts.audio(of: place.path("out.mp4"))
            #expect(packets.count { recorded.contains($0.hash) } >= audio.copiedPackets - 12, "\(heard)")
        }
    }

    /// Expects equal samples where packets are copied, and similar ones elsewhere.
    private func expect(_ found: [Float], toBe wanted: [Float], copiedOutside heard: [ClosedRange<Double>]) throws {
        let count = min(found.count, wanted.count)
        #expect(abs(found.count - wanted.count) <= 2048)
        try #require(count > 400_000)
        var (power, error) = (Float(0), Float(0))
        for index in 0..<count - 2048 {
            let difference = abs(found[index] - wanted[index])
            let time = Double(index) / 48_000
            // The first packet is encoded too, because no packet precedes it.
            if time < 0.1 || heard.contains(where: { $0.lowerBound - 0.2 < time && time < $0.upperBound + 0.2 }) {
                power += wanted[index] * wanted[index]
                error += difference * difference
            } else if difference > 0.0001 {
                Issue.record("at \(time) s it is \(found[index]), and should be \(wanted[index])")
                return
            }
        }
        #expect(error < power / 100)
    }

    @Test(
        "Packets of the recorder's mix are copied unless the edit changes a track of it", arguments: ["0", "0.5012"])
    func mixedTrack(volume: String) throws {
        var random = SplitMix64.seeded()
        let place = try Workplace()
        let id = try importMovie(place, microphone: [0...Self.seconds], hasMix: true)
        let start = Double(Int.random(in: 8...48, using: &random)) / 8
        let range = start...start + 2
        let times = "\(range.lowerBound)..\(range.upperBound)"
        if volume == "0" {
            try place.result("edit", id, "mute", times, "mic")
        } else {
            try place.result("edit", id, "gain", times, "-6dB", "mic")
        }
        let audio = try #require(try plan(id, place).copiedAudio, "\(range)")
        #expect(audio.copiedPackets > 2 * audio.encodedPackets, "\(range)")
        try place.result("export", id, "--preset", "original", "-o", place.path("out.mp4"))
        let movie = place.path("two.mp4")
        let anew = try mixed(
            movie,
            by: "[0:a:1]aeval='val(0)*if(between(t,\(range.lowerBound),\(range.upperBound)),\(volume),1)',"
                + "pan=stereo|c0=c0|c1=c0[m];[0:a:0][m]amix=2:normalize=0")
        let recorded = try mixed(movie, by: "[0:a:2]anull")
        let wanted = zip(anew, recorded).enumerated().map { place, sample in
            range.contains(Double(place) / 48_000) ? sample.0 : sample.1
        }
        try expect(try mixed(place.path("out.mp4"), by: "[0:a:0]anull"), toBe: wanted, copiedOutside: [range])
        let copied = Set(try PacketFacts.packets(of: movie, stream: "a:2").map(\.hash))
        let packets = try PacketFacts.audio(of: place.path("out.mp4"))
        #expect(packets.count { copied.contains($0.hash) } >= audio.copiedPackets - 12, "\(range)")
    }

    @Test("A track that the edit mutes is silent, and so is one that nobody hears")
    func mutedTrack() throws {
        let place = try Workplace()
        let id = try importMovie(place, microphone: [0...Self.seconds])
        #expect(try plan(id, place).copiedAudio == nil)
        try place.result("edit", id, "mute", "1..9.5", "mic")
        let audio = try #require(try plan(id, place).copiedAudio)
        #expect(audio.copiedPackets > 300 && audio.encodedPackets > 30)
        try place.result("edit", id, "mute", "0..10", "mic")
        #expect(try #require(try plan(id, place).copiedAudio).encodedPackets < 5)
    }
}

import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks the proxy of a recording with an independent decoder.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ProxyTests {
    private static let barcode = SceneLayout(width: 1920, height: 1080).barcode

    private func recording(_ place: Workplace) throws -> Recording {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
    }

    private func probe(_ recording: Recording, _ name: String) -> MediaProbe {
        MediaProbe(path: recording.path + "/" + name)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Each frame of the proxy is one of the movie's, at its very time, and the last one is there")
    func sameFrames() throws {
        let place = try Workplace(screen: (1920, 1080))
        // Two seconds of motion, two without.
        let scene = try RunningScene(SceneConfiguration(kind: .pulsed, rate: 60, display: place.screen?.display))
        let recorded = try place.replay("record", "--audio", "none", "--duration", "6s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        _ = try scene.stop()

        let recording = try recording(place)
        let proxy = probe(recording, "proxy.mp4")
        #expect(try permissions(proxy.path) == 0o600)
        let streams = try proxy.streams()
        #expect(streams.map(\.kind) == ["video"])
        #expect(streams.first?.width == 640 && streams.first?.height == 360)
        try judge(
            try proxy.clocks(at: Self.barcode), movie: try probe(recording, "movie.mp4").clocks(at: Self.barcode))
        #expect(try proxy.keyframeCount(of: "v:0") == proxy.frameTimes(of: "v:0").count)
    }

    private func judge(_ proxy: [FrameClock], movie: [FrameClock]) throws {
        let clocks = Dictionary(movie.map { ($0.time, $0.clock) }) { first, _ in first }
        for frame in proxy {
            #expect(frame.clock != nil)
            #expect(clocks[frame.time] == frame.clock, "\(frame.time)")
        }
        let length = try #require(movie.last).time.seconds
        #expect(proxy.count >= movie.count / 3)
        #expect(Double(proxy.count) <= length * 30 + 5)
        #expect(proxy.last?.time == movie.last?.time)
        // While a frame of the movie is shown, the proxy's frame may be outdated for at most 100 ms.
        for frame in movie {
            let shown = try #require(proxy.last { $0.time <= frame.time })
            let next = movie.first { $0.time > shown.time }
            #expect(
                next.map { frame.time.seconds - $0.time.seconds <= (QuietMachine.isPromised ? 0.1 : 0.3) } ?? true,
                "\(frame.time)")
        }
    }

    @Test("It is left out where it is not wanted, and where only the end of the recording is kept")
    func none() throws {
        let place = try Workplace(screen: (640, 360))
        for option in ["--no-proxy", "--buffer=5s"] {
            let id = try place.replay("record", "--detach", "--audio", "none", option).line
            _ = try place.awaitStatus { $0.id == id && $0.bytes > 0 }
            #expect(try place.replay("stop", id).status == 0)
            #expect(!FileManager.default.fileExists(atPath: try recording(place).path + "/proxy.mp4"))
        }
    }

    @Test("A resumed recording extends its proxy to the end")
    func resumed() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try place.replay("record", "--audio", "none", "--duration", "1500ms").line
        #expect(try place.replay("record", "--audio", "none", "--resume", id, "--duration", "3s").status == 0)
        _ = try scene.stop()
        let recording = try recording(place)
        let barcode = SceneLayout(width: 640, height: 360).barcode
        try judge(
            try probe(recording, "proxy.mp4").clocks(at: barcode),
            movie: try probe(recording, "movie.mp4").clocks(at: barcode))
    }

    @Test("A proxy that cannot be made costs nothing but itself")
    func failure() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try place.replay("record", "--audio", "none", "--duration", "1s").line
        let proxy = try recording(place).path + "/proxy.mp4"
        try Data("no movie at all".utf8).write(to: URL(fileURLWithPath: proxy))
        let resumed = try place.replay("record", "--audio", "none", "--resume", id, "--duration", "2s")
        #expect(resumed.status == 0, "\(resumed.errors)")
        _ = try scene.stop()
        #expect(try recording(place).facts.ending?.reason == .requested)
        #expect(try probe(recording(place), "movie.mp4").frameTimes(of: "v:0").count > 2)
    }
}

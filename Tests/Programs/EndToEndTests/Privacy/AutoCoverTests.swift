import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks that a private window covers the recording by itself and appears in no frame.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AutoCoverTests {
    /// A colour that no scene has. At the border of two colours of a scene, a few pixels may come near it.
    private static let secret: UInt32 = 0xE6_00C8
    private static let stray = 40
    private static let layout = SceneLayout(width: 640, height: 360)

    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    private func movie(_ place: Workplace) throws -> MediaProbe {
        MediaProbe(path: try library(place).recording(matching: nil).path + "/movie.mp4")
    }

    private func window(_ place: Workplace, _ className: String = "KeePassXC", x: Int = 200) throws -> PaintedWindow {
        try PaintedWindow(
            PixelRectangle(width: 200, height: 150, x: x, y: 40), colour: Self.secret, className: className,
            title: "My secrets", display: place.screen?.display)
    }

    private func expectNoSecret(_ place: Workplace) throws {
        let seen = try movie(place).pixels(of: Self.secret)
        #expect(!seen.isEmpty)
        for frame in seen where frame.count > Self.stray {
            Issue.record("at \(frame.time.seconds) s \(frame.count) pixels of the window are seen")
        }
    }

    @Test("While a password manager is visible neither it nor the screen is in the movie, nor application audio")
    func covers() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let beeps = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let secret = try window(place)
        _ = try place.replay("record", "--audio", "app", "--detach")
        _ = try place.awaitStatus { $0.seconds > 2.2 }
        secret.show()
        let covered = try place.awaitStatus { $0.coverReasons == ["window"] }.seconds
        _ = try place.awaitStatus { $0.seconds > covered + 2.2 }
        // The command cannot remove the cover of a private window.
        #expect(try place.replay("uncover").status == 0)
        let last = try place.awaitStatus { _ in true }
        #expect(last.coverReasons == ["window"])
        secret.close()
        let uncovered = try place.awaitStatus { $0.coverReasons.isEmpty }.seconds
        _ = try place.awaitStatus { $0.seconds > uncovered + 2.2 }
        #expect(try place.replay("stop").status == 0)
        _ = try scene.stop()
        try beeps.stop()

        try expectNoSecret(place)
        let frames = try movie(place).clocks(at: Self.layout.barcode)
        #expect(frames.filter { covered..<last.seconds ~= $0.time.seconds }.allSatisfy { $0.clock == nil })
        #expect(frames.filter { $0.time.seconds > uncovered && $0.clock != nil }.count > 3)
        let heard = try movie(place).audio().beeps(frequency: BeepSource.frequency).map(\.seconds)
        #expect(!heard.contains { covered..<last.seconds ~= $0 }, "\(heard)")
        #expect(heard.contains { $0 < covered } && heard.contains { $0 > uncovered }, "\(heard)")
        let recording = try library(place).recording(matching: nil)
        let events = try recording.events().filter { $0.detail == "window" }.map(\.kind)
        #expect(events == [.covered, .uncovered])
        #expect(try place.replay("info").output.contains("window"))
        try expectNoTitle(in: place)
    }

    /// Expects that titles and classes are in no file of the recording, nor in the file that informs other programs.
    private func expectNoTitle(in place: Workplace) throws {
        let files = try #require(FileManager.default.enumerator(at: place.folder, includingPropertiesForKeys: nil))
        for case let file as URL in files {
            guard let data = try? Data(contentsOf: file) else { continue }
            for word in ["My secrets", "KeePassXC"] {
                #expect(data.range(of: Data(word.utf8)) == nil, "“\(word)” is in \(file.path)")
            }
        }
    }

    @Test("A window that flashes up is in no frame either, nor one that comes while the recording is paused or covered")
    func flashes() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 60, display: place.screen?.display))
        let secret = try window(place)
        _ = try place.replay("record", "--audio", "none", "--detach")
        for _ in 0..<10 {
            _ = try place.awaitStatus { $0.coverReasons.isEmpty }
            secret.show()
            secret.hide()
        }
        for (before, after) in [("pause", "resume"), ("cover", "uncover")] {
            _ = try place.awaitStatus { $0.coverReasons.isEmpty }
            #expect(try place.replay(before).status == 0)
            secret.show()
            #expect(try place.replay(after).status == 0)
            _ = try place.awaitStatus { $0.coverReasons == ["window"] }
            secret.hide()
        }
        let seen = try place.awaitStatus { $0.coverReasons.isEmpty }.frames
        _ = try place.awaitStatus { $0.frames > seen + 40 }
        secret.show()
        #expect(try place.replay("stop").status == 0)
        _ = try scene.stop()
        try expectNoSecret(place)
        #expect(try movie(place).clocks(at: Self.layout.barcode).filter { $0.clock != nil }.count > 30)
    }

    @Test("One that is there from the start is in no frame; another class is named, and what is not named is seen")
    func classes() throws {
        let place = try Workplace(screen: (640, 360))
        let secret = try window(place, "Diary")
        secret.show()
        #expect(
            try place.replay("record", "--audio", "none", "--cover-window", "diary", "--duration", "1s").status == 0)
        try expectNoSecret(place)
        #expect(try place.replay("record", "--audio", "none", "--duration", "1s").status == 0)
        #expect(try movie(place).pixels(of: Self.secret).allSatisfy { $0.count > 190 * 140 })
        secret.close()
        let manager = try window(place)
        manager.show()
        #expect(try place.replay("record", "--audio", "none", "--duration", "1s").status == 0)
        try expectNoSecret(place)
        #expect(try place.replay("record", "--audio", "none", "--no-auto-cover", "--duration", "1s").status == 0)
        #expect(try movie(place).pixels(of: Self.secret).allSatisfy { $0.count > 190 * 140 })
        manager.close()
    }

    @Test("Only what is in the part of the screen that is recorded counts, also when it moves there")
    func area() throws {
        let place = try Workplace(screen: (640, 360))
        let secret = try window(place, x: 400)
        secret.show()
        _ = try place.replay("record", "--audio", "none", "--area", "320x360+0+0", "--detach")
        #expect(try place.awaitStatus { $0.seconds > 0.7 }.coverReasons.isEmpty)
        secret.move(x: 250, y: 40)
        _ = try place.awaitStatus { $0.coverReasons == ["window"] }
        secret.move(x: 430, y: 40)
        _ = try place.awaitStatus { $0.coverReasons.isEmpty }
        #expect(try place.replay("stop").status == 0)
        try expectNoSecret(place)
    }
}

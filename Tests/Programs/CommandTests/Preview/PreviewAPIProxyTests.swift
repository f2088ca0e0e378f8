import Foundation
import ReplayTestSupport
import Testing

/// Checks the proxy of a recording. The server makes it if it is missing or damaged.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewAPIProxyTests {
    /// A movie whose proxy takes some seconds to make.
    private static let slow = SourceMovie(
        "large", "large.mp4", "-f lavfi -i testsrc2=s=1280x720:r=30:d=40 \(SourceMovie.x264)")

    private func isWhole(_ message: PreviewMessage) -> Bool { message.description?.video?.progress == 1 }

    @Test("The proxy of an import is made on the way, and plays as it grows")
    func growing() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.slow)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        let first = try run.client.description(id)
        let start = try #require(first.video?.progress)
        #expect(first.problem == nil && start < 1)
        if first.edit.frames > 0 {
            let query = "recordings/\(id)/video?revision=\(first.edit.revision)&frame=0&count=1"
            #expect(try PlayedFragments(run.client.get(query).body).fragments.count == 1)
        }
        let more = try socket.next("recording") { $0.description?.video?.progress ?? 0 > start }
        #expect(more.description?.edit.revision == first.edit.revision)
        let last = try socket.next("recording", where: isWhole)
        #expect(last.description?.edit.frames == 1200)
        #expect(try place.names(in: "home/recordings/\(id)").filter { $0.hasPrefix("proxy") } == ["proxy.mp4"])
    }

    @Test(
        "Where the server is killed meanwhile, the next one, or one that waits for it, makes the proxy",
        arguments: [false, true])
    func killed(hasOther: Bool) throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.slow)
        let run = try PreviewRun(place)
        _ = try run.client.description(id)
        let before = hasOther ? try PreviewRun(place) : nil
        let waiting = try before?.socket(watching: id)
        let known = try before?.client.description(id)
        run.process.kill()
        #expect(try !place.names(in: "home/recordings/\(id)").contains("proxy.mp4"))
        let next = try before ?? PreviewRun(place)
        let socket = try waiting ?? next.socket(watching: id)
        if known?.video?.progress != 1, try next.client.description(id).video?.progress != 1 {
            try socket.next("recording", where: isWhole)
        }
        #expect(try next.client.description(id).edit.frames == 1200)
        #expect(try place.names(in: "home/recordings/\(id)").filter { $0.hasPrefix("proxy") } == ["proxy.mp4"])
    }

    @Test("Two servers at once make one proxy, and hear of each other's edits; a signal leaves nothing half made")
    func twoServers() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.slow)
        let runs = try (0..<2).map { _ in try PreviewRun(place) }
        let sockets = try runs.map { try $0.socket(watching: id) }
        for run in runs { #expect(try run.client.description(id).duration > 0) }
        let edit: PreviewEdit = try runs[0].client.cut(id, 0, 1280).json()
        #expect(try sockets[1].next("edit").edit?.cuts == edit.cuts)
        runs[0].process.send(SIGTERM)
        #expect(try sockets[0].next("bye").reason?.isEmpty == false)
        #expect(try runs[0].wait().status == 143)
        try sockets[1].next("recording", where: isWhole)
        #expect(try runs[1].client.description(id).edit.cuts == edit.cuts)
        #expect(try place.names(in: "home/recordings/\(id)").filter { $0.hasPrefix("proxy") } == ["proxy.mp4"])
    }

    @Test("A proxy that cannot be read, or is too short, is made anew")
    func damaged() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let path = place.recordingFolder(id).appending(path: "proxy.mp4")
        func frames() throws -> Int {
            let run = try PreviewRun(place)
            let socket = try run.socket(watching: id)
            // The proxy may be complete before the page connects. No message arrives then.
            var found = try run.client.description(id)
            for _ in 0..<100 where found.video?.progress != 1 {
                _ = try? socket.next("recording", limit: 1)
                found = try run.client.description(id)
            }
            #expect(found.problem == nil)
            let query = "recordings/\(id)/video?revision=\(found.edit.revision)&frame=0&count=300"
            return try PlayedFragments(run.client.get(query).body).fragments.count
        }
        #expect(try frames() == 75)
        let proxy = try Data(contentsOf: path)
        for bytes in [Data(), Data(repeating: 7, count: 5000), proxy.prefix(300), proxy.prefix(proxy.count / 2)] {
            try bytes.write(to: path)
            #expect(try frames() == 75, "\(bytes.count)")
            #expect(try Data(contentsOf: path).count == proxy.count)
        }
    }

    @Test("Where no proxy can be made, the page is told why, and has stills")
    func impossible() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        try FileManager.default.createDirectory(
            at: place.recordingFolder(id).appending(path: "proxy.mp4"), withIntermediateDirectories: false)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        var found = try run.client.description(id)
        if found.problem == nil {
            found = try #require(try socket.next("recording") { $0.description?.problem != nil }.description)
        }
        #expect(found.video == nil && found.problem?.contains("cannot be played") == true)
        let revision = found.edit.revision
        try run.client.get("recordings/\(id)/video/init").expectComplaint(404)
        for query in ["still?at=0&revision=\(revision)", "thumbnail?at=0&height=90", "audio/init"] {
            #expect(try run.client.get("recordings/\(id)/\(query)").status == 200, "\(query)")
        }
    }
}

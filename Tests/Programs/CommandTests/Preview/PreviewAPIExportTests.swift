import Foundation
import ReplayTestSupport
import Testing

/// Checks exports that a page requests from the server of `replay preview`.
@Suite(.timeLimit(.minutes(30))) struct PreviewAPIExportTests {
    @Test("An export is followed to its end, and served")
    func export() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        #expect(try run.client.cut(id, 12_800, 25_600).status == 200)
        let name = #"a "b" <c>.mp4"#
        let export = try run.export(id, ["preset": "original", "file": name], socket)
        #expect(export.state == "finished" && export.progress == 1 && export.error == nil)
        #expect(export.path.hasSuffix("/" + name))
        #expect(try ExportedMovie(place.path(name)).numbers() == Array(0..<25) + Array(50..<75))
        let file = try Data(contentsOf: URL(fileURLWithPath: place.path(name)))
        let address = try #require(export.address)
        let whole = try run.client.send("GET", address)
        #expect(whole.status == 200 && whole.body == file && whole.headers["content-disposition"] == nil)
        #expect(whole.headers["content-type"] == "video/mp4" && whole.headers["accept-ranges"] == "bytes")
        let part = try run.client.send("GET", address, headers: ["Range": "bytes=4-7"])
        #expect(part.status == 206 && part.body == file[4..<8])
        #expect(part.headers["content-range"] == "bytes 4-7/\(file.count)")
        let saved = try run.client.send("GET", address + "?download")
        #expect(saved.headers["content-disposition"] == "attachment" && saved.body == file)
        for wrong in [address + "x", address + "/x", address.replacing("/exports/", with: "/exports/x")] {
            try run.client.send("GET", wrong).expectComplaint(404)
        }
    }

    @Test("Presets have titles, and files the name of the recording")
    func presets() throws {
        struct Presets: Decodable {
            struct Entry: Decodable { let name, title, purpose, file: String }
            let presets: [Entry]
        }
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        #expect(try run.client.post("recordings/\(id)/name", ["name": "a/b talk"]).status == 200)
        let presets: Presets = try run.client.get("recordings/\(id)/presets").json()
        let files = Dictionary(uniqueKeysWithValues: presets.presets.map { ($0.name, $0.file) })
        #expect(files["share-1080p"] == "a-b talk.mp4" && files["gif"] == "a-b talk.gif")
        #expect(files["hls"] == "a-b talk-hls")
        #expect(presets.presets.first?.title == "MP4, up to 1080p")
        // Each preset has a title. None is shown by its name on the command line.
        #expect(presets.presets.allSatisfy { $0.title != $0.name && $0.purpose.hasSuffix(".") })
        #expect(Set(presets.presets.map(\.title)).count == presets.presets.count)
    }

    @Test("The page is told what an export will come to")
    func estimate() throws {
        struct Estimate: Decodable { let bytes: Int, seconds: Double }
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        for (preset, name) in [("original", "a.mp4"), ("gif", "a.gif")] {
            let path = "recordings/\(id)/presets/\(preset)/estimate"
            let estimate: Estimate = try run.client.get(path).json()
            #expect(try run.export(id, ["preset": preset, "file": name], socket).state == "finished")
            let file = try Data(contentsOf: URL(fileURLWithPath: place.path(name)))
            #expect((0.85...1.15).contains(Double(estimate.bytes) / Double(file.count)), "\(preset): \(estimate)")
            #expect(estimate.seconds > 0)
        }
        try run.client.get("recordings/\(id)/presets/none/estimate").expectComplaint(404)
        try run.client.get("recordings/20200101-none/presets/gif/estimate").expectComplaint(404)
    }

    @Test("A file that is there is replaced only by wish")
    func overwriting() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: place.path("a.mp4")))
        let body: [String: Any] = ["preset": "original", "file": "a.mp4"]
        for overwrite in [[:], ["overwrite": false]] as [[String: Any]] {
            let answer = try run.client.post("recordings/\(id)/exports", body.merging(overwrite) { $1 })
            answer.expectComplaint(409, "a.mp4", "exists")
            #expect(!answer.sentence.contains("--"))
        }
        #expect(try String(contentsOfFile: place.path("a.mp4"), encoding: .utf8) == "mine")
        #expect(try run.export(id, body.merging(["overwrite": true]) { $1 }, socket).state == "finished")
        #expect(try ExportedMovie(place.path("a.mp4")).numbers().count == 75)
        try run.client.post("recordings/\(id)/exports", body).expectComplaint(409, "exists")
    }

    @Test("An export is cancelled, and nothing of it is left; meanwhile its name is taken")
    func cancelling() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("large", "large.mp4", "-f lavfi -i testsrc2=s=1280x720:r=30:d=40 \(SourceMovie.x264)"))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let body = ["preset": "webm", "file": "out.webm"]
        let export: PreviewExport = try run.client.post("recordings/\(id)/exports", body).json()
        #expect(export.state == "running")
        try socket.next("export") { $0.export?.progress ?? 0 > 0 }
        try run.client.post("recordings/\(id)/exports", body).expectComplaint(409, "out.webm")
        #expect(try run.client.delete("exports/\(export.id)").status == 204)
        let end = try socket.next("export") { $0.export?.state != "running" }.export
        #expect(end?.state == "cancelled" && end?.address == nil)
        #expect(try place.names(in: ".") == ["home", "large.mp4", "run"])
        try run.client.delete("exports/99").expectComplaint(404)
        try run.client.delete("exports/x").expectComplaint(404)
        #expect(try run.client.delete("exports/\(export.id)").status == 204)
    }

    @Test("A signal ends the server in the middle of an export, and nothing is left")
    func signal() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("large", "large.mp4", "-f lavfi -i testsrc2=s=1280x720:r=30:d=40 \(SourceMovie.x264)"))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let answer = try run.client.post("recordings/\(id)/exports", ["preset": "webm", "file": "out.webm"])
        #expect(answer.status == 200)
        try socket.next("export") { $0.export?.progress ?? 0 > 0 }
        run.process.send(SIGINT)
        #expect(try run.wait().status == 130)
        #expect(try place.names(in: ".") == ["home", "large.mp4", "run"])
    }

    @Test("An export goes on if the server is killed")
    func killed() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("large", "large.mp4", "-f lavfi -i testsrc2=s=1280x720:r=30:d=20 \(SourceMovie.x264)"))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let answer = try run.client.post("recordings/\(id)/exports", ["preset": "share-720p", "file": "out.mp4"])
        #expect(answer.status == 200)
        try socket.next("export") { $0.export?.progress ?? 0 > 0 }
        run.process.kill()
        let wait = "for i in $(seq 600); do [ -e out.mp4 ] && exit 0; sleep 0.1; done; exit 1"
        #expect(try place.shell(wait).status == 0)
        #expect(try ExportedMovie(place.path("out.mp4")).numbers().count == 600)
    }

    @Test("A folder of HLS is exported, and served from its playlist on")
    func folder() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let export = try run.export(id, ["preset": "hls-single", "file": "my hls"], socket)
        #expect(export.state == "finished", "\(export.error ?? "")")
        let folder = try HLSFolder(place.path("my hls"))
        #expect(try folder.missing().isEmpty)
        let address = try #require(export.address)
        let playlist = try run.client.send("GET", address)
        #expect(playlist.status == 200 && playlist.headers["content-type"] == "application/vnd.apple.mpegurl")
        #expect(String(decoding: playlist.body, as: UTF8.self).hasPrefix("#EXTM3U"))
        let base = try #require(address.lastIndex(of: "/").map { address[...$0] })
        for name in folder.playlists {
            #expect(try run.client.send("GET", base + name).status == 200, "\(name)")
        }
        try run.client.send("GET", base + "nothing.m3u8").expectComplaint(404)
        for path in ["..", "../\(id)", "%2e%2e/large.mp4", "..%2f..", "./main.m3u8"] {
            #expect(try [400, 404].contains(run.client.send("GET", base + path).status), "\(path)")
        }
    }

    @Test("What cannot be written is refused with a sentence, and nothing is left")
    func places() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let library = place.home.path + "/recordings"
        let before = try place.movieBytes(id)
        for (file, status, word) in [
            ("", 400, "name"), ("a\0b.mp4", 400, "name"), ("none/a.mp4", 422, "none"), ("a.gif", 400, "a.gif"),
            (library + "/a.mp4", 422, "library"), (library + "/\(id)/movie.mp4", 409, "exists"), (".", 422, "name"),
            ("home/recordings/a.mp4", 422, "library"),
        ] {
            let answer = try run.client.post("recordings/\(id)/exports", ["preset": "original", "file": file])
            if status == 409, answer.status == 422 { continue }
            answer.expectComplaint(status, word)
        }
        try run.client.post(
            "recordings/\(id)/exports",
            ["preset": "original", "file": library + "/\(id)/movie.mp4", "overwrite": true]
        ).expectComplaint(422, "library")
        try run.client.post("recordings/\(id)/exports", ["preset": "none", "file": "a.mp4"]).expectComplaint(
            404, "none")
        for file in [library + "/hls", "none/hls"] {
            let export = try run.export(id, ["preset": "hls-single", "file": file], socket)
            #expect(export.state == "failed" && export.error?.isEmpty == false)
        }
        #expect(try place.movieBytes(id) == before)
        #expect(try place.names(in: ".") == ["home", "run", "silent.mp4"])
        #expect(try place.names(in: "home/recordings") == [id])
    }

    @Test(
        "An export to a full disk fails with a sentence; nothing of it is left, and the edit is as it was",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func fullDisk() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        _ = try place.shell("mkdir disk")
        let mount = "mount -t tmpfs -o size=16k none disk && exec \"$@\""
        let run = try PreviewRun(place, wrapper: ["unshare", "-m", "sh", "-c", mount, "sh"])
        let socket = try run.socket()
        try run.awaitProxy(id)
        let edit: PreviewEdit = try run.client.cut(id, 0, 12_800).json()
        for (preset, file) in [("original", "disk/a.mp4"), ("hls-single", "disk/hls")] {
            let export = try run.export(id, ["preset": preset, "file": file], socket)
            #expect(export.state == "failed" && export.address == nil)
            #expect(export.error?.lowercased().contains(/no space|full/) == true, "\(export.error ?? "")")
            let disk = "/proc/\(run.process.pid)/root\(place.path("disk"))"
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty, "\(file)")
        }
        #expect(try run.client.description(id).edit == edit)
        #expect(try run.export(id, ["preset": "original", "file": "a.mp4"], socket).state == "finished")
    }
}

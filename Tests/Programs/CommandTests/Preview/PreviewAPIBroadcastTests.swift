import Foundation
import ReplayTestSupport
import Testing

/// Checks broadcasts that a page starts, controls and follows.
@Suite(.serialized, .timeLimit(.minutes(30)), .enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is missing"))
struct PreviewAPIBroadcastTests {
    private static var wish: [String: Any] { ["applicationAudio": false, "consent": true] }

    private func scene(_ place: Workplace) throws -> RunningScene {
        try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
    }

    /// Starts a recording, and returns when it has frames.
    private func record(_ run: PreviewRun, _ socket: PreviewEvents) throws {
        let begun = try run.client.post("recorder", Self.wish)
        #expect(begun.status == 200, "\(begun.sentence)")
        try socket.next("recorder") { $0.recorder?.frames ?? 0 > 2 }
    }

    /// Waits for the broadcast to a target in a state, and returns it.
    @discardableResult
    private func seen(
        _ state: String, of target: String, _ socket: PreviewEvents,
        where isWanted: (PreviewBroadcast) -> Bool = { _ in true }
    ) throws -> PreviewBroadcast {
        var found: PreviewBroadcast?
        try socket.next("broadcasts") { message in
            found = message.broadcasts?.first { $0.target == target && $0.state == state && isWanted($0) }
            return found != nil
        }
        return try #require(found)
    }

    @Test("A page sends the recording to a server, pauses, resumes and stops; the row goes when it is dismissed")
    func control() throws {
        let place = try Workplace(screen: (320, 240))
        let (scene, server) = (try scene(place), try RTMPServer())
        let target = String(server.address.dropFirst("rtmp://".count))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try record(run, socket)
        let body = ["address": server.address, "key": server.key]
        let started = try run.client.post("broadcasts", body)
        #expect(started.status == 200 && !String(decoding: started.body, as: UTF8.self).contains(server.key))
        let number = try started.json(PreviewBroadcast.self).number
        try seen("live", of: target, socket) { $0.frames > 5 && $0.bytes > 0 }
        #expect(try run.client.post("broadcasts/\(number)/pause").status == 204)
        try seen("paused", of: target, socket)
        try run.client.delete("broadcasts/\(number)").expectComplaint(409, "in progress")
        #expect(try run.client.post("broadcasts/\(number)/resume").status == 204)
        try seen("live", of: target, socket)
        #expect(try run.client.post("broadcasts/\(number)/stop").status == 204)
        try seen("ended", of: target, socket)
        try run.client.post("broadcasts/\(number)/pause").expectComplaint(409, "is over")
        #expect(try list(run).map(\.state) == ["ended"])
        #expect(try run.client.delete("broadcasts/\(number)").status == 204)
        try socket.next("broadcasts") { $0.broadcasts?.isEmpty ?? false }
        for action in ["pause", "resume", "stop"] {
            try run.client.post("broadcasts/\(number)/\(action)").expectComplaint(404, "no broadcast")
            try run.client.post("broadcasts/x/\(action)").expectComplaint(404)
        }
        #expect(try place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try run.client.post("recorder/stop").status == 204)
        _ = try scene.stop()
        #expect(try !server.recordings().isEmpty)
    }

    private func list(_ run: PreviewRun) throws -> [PreviewBroadcast] {
        struct List: Decodable { let broadcasts: [PreviewBroadcast] }
        return try run.client.get("broadcasts").json(List.self).broadcasts
    }

    @Test("A wrong key is a refused row with its reason, and the key is nowhere; the row goes with the recording")
    func refused() throws {
        let place = try Workplace(screen: (320, 240))
        let (scene, server) = (try scene(place), try RTMPServer())
        let key = "wrong-\(UUID().uuidString)"
        let target = String(server.address.dropFirst("rtmp://".count))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try record(run, socket)
        #expect(try run.client.post("broadcasts", ["address": server.address, "key": key]).status == 200)
        let row = try seen("refused", of: target, socket)
        #expect(row.problem?.isEmpty == false)
        // A page that is opened later sees it too.
        let later = try PreviewRun(place)
        try place.await("the row") {
            try list(later).contains { $0.number == row.number && $0.state == "refused" }
        }
        let shown = try place.start(command: ["sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ"]).wait()
            .output
        let status = try place.replay("broadcast", "status", "--json").output
        let listed = String(decoding: try run.client.get("broadcasts").body, as: UTF8.self)
        #expect(![shown, status, listed, run.process.errors].contains { $0.contains(key) })
        let found = try place.start(command: ["grep", "-rl", key, "home", "run", "config", "cache"]).wait()
        #expect(found.output.isEmpty, "\(found.output)")
        #expect(try run.client.post("recorder/stop").status == 204)
        try socket.next("broadcasts") { $0.broadcasts?.isEmpty ?? false }
        _ = try scene.stop()
    }

    @Test("A recording begins with its broadcasts, and the question for consent names them")
    func beginning() throws {
        let place = try Workplace(screen: (320, 240))
        let (scene, server) = (try scene(place), try RTMPServer())
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let file = place.path("beside.mkv")
        let broadcasts: [[String: Any]] = [["address": server.address, "key": server.key], ["file": file]]
        let wish: [String: Any] = ["applicationAudio": false, "broadcasts": broadcasts]
        let question = try run.client.post("recorder", wish)
        let text = String(decoding: question.body, as: UTF8.self)
        #expect(question.status == 403 && text.contains("send it to") && text.contains("beside.mkv"), "\(text)")
        #expect(!text.contains(server.key))
        let begun = try run.client.post("recorder", wish.merging(["consent": true]) { $1 })
        #expect(begun.status == 200, "\(begun.sentence)")
        try seen("live", of: file, socket) { $0.frames > 20 }
        #expect(try run.client.post("recorder/stop").status == 204)
        try socket.next("broadcasts") { $0.broadcasts?.isEmpty ?? false }
        _ = try scene.stop()
        let home = place.home.path + "/recordings"
        let movie = try place.start(command: ["sh", "-c", "ls \(home)/*/movie.mp4"]).wait().line
        #expect(try MediaProbe(path: file).packetHashes(of: "v:0") == MediaProbe(path: movie).packetHashes(of: "v:0"))
    }

    @Test("A broadcast that the command line starts is shown, and its end")
    func commandLine() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try record(run, socket)
        let file = place.path("talk.mkv")
        #expect(try place.start("broadcast", file, "--detach").wait().status == 0)
        let row = try seen("live", of: file, socket)
        #expect(try run.client.post("broadcasts/\(row.number)/pause").status == 204)
        try seen("paused", of: file, socket)
        #expect(try place.replay("broadcast", "stop").status == 0)
        try seen("ended", of: file, socket)
        #expect(try place.start("broadcast", "web", "--detach").wait().status == 0)
        let process = try seen("live", of: "web", socket).number
        kill(process, SIGKILL)
        #expect(try seen("ended", of: "web", socket).problem == "its process ended unexpectedly")
        #expect(try run.client.post("recorder/stop").status == 204)
        _ = try scene.stop()
    }

    @Test("A page asks for a bit rate, and the broadcast is encoded within it")
    func bitRate() throws {
        let place = try Workplace(screen: (320, 240))
        let (scene, server) = (try scene(place), try RTMPServer())
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try record(run, socket)
        let body: [String: Any] = ["address": server.address, "key": server.key, "bitRate": 500_000]
        #expect(try run.client.post("broadcasts", body).status == 200)
        let target = String(server.address.dropFirst("rtmp://".count))
        let row = try seen("live", of: target, socket) { $0.frames > 5 && $0.encodingRate != nil }
        #expect(try #require(row.encodingRate) <= 500_000)
        #expect(try run.client.post("recorder/stop").status == 204)
        _ = try scene.stop()
    }

    @Test("What cannot be sent is refused with a sentence, and the recording goes on")
    func refusals() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        try run.client.post("broadcasts", ["web": ""]).expectComplaint(404, "nothing is being recorded")
        try record(run, socket)
        let taken = place.path("taken.mkv")
        #expect(FileManager.default.createFile(atPath: taken, contents: Data("x".utf8)))
        for (body, status, words) in [
            ([:], 400, "one target"), (["web": "", "file": "x.mkv"], 400, "one target"), (["web": 5], 400, "not valid"),
            (["service": "nowhere"], 404, "no service “nowhere”"), (["service": "twitch"], 400, "needs a stream key"),
            (["service": "../../etc/passwd"], 404, "no service"),
            (["service": "twitch", "key": "two words"], 400, "plain characters"),
            (["address": "http://x/y"], 400, "rtmp://"), (["address": "./program"], 400, "rtmp://"),
            (["address": "rtmp://u:secret@host/live"], 400, "contains"),
            (["address": "srt://h:1", "key": "short"], 400, "10 to 79"),
            (["file": "x.txt"], 400, "ends with"), (["file": "/bin/ls"], 400, "ends with"), (["file": ""], 400, "path"),
            (["file": "/nowhere/x.mkv"], 422, "cannot be written"), (["file": taken], 422, "already exists"),
            (["file": "x.mkv", "key": "abc"], 400, "only a server"), (["folder": ""], 400, "path"),
            (["web": "", "bitRate": 4_000_000], 400, "only a server"),
            (["address": "rtmp://h/a", "bitRate": 100], 400, "0.25 to 100"),
            (["address": "rtmp://h/a", "bitRate": 2e8], 400, "0.25 to 100"),
            (["web": "nowhere"], 400, "IP address"), (["web": "192.0.2.1:8080"], 422, "192.0.2.1"),
            (["web": String(repeating: "1", count: 5000)], 400, "one target"),
        ] as [([String: Any], Int, String)] {
            let answer = try run.client.post("broadcasts", body)
            let allowed = status == 400 ? [400, 422] : [status]
            #expect(allowed.contains(answer.status), "\(body): \(answer.status) \(answer.sentence)")
            #expect(
                answer.sentence.contains(words) && !answer.sentence.contains("secret"), "\(body): \(answer.sentence)")
        }
        let long = ["address": "rtmp://h/a", "key": String(repeating: "k", count: 70_000)]
        try run.client.post("broadcasts", long).expectComplaint(413, "65536")
        let many = Array(repeating: ["web": ""], count: 17)
        try run.client.post("recorder", Self.wish.merging(["broadcasts": many]) { $1 }).expectComplaint(
            400, "at most 16")
        let keyless: [String: Any] = ["applicationAudio": false, "broadcasts": [["service": "twitch"]]]
        let begun = try run.client.post("recorder", keyless)
        #expect(begun.status == 403 && String(decoding: begun.body, as: UTF8.self).contains("send it to twitch"))
        try run.client.post("recorder", keyless.merging(["consent": true]) { $1 }).expectComplaint(400, "stream key")
        let twice = Array(repeating: ["web": ""], count: 2)
        try run.client.post("recorder", Self.wish.merging(["broadcasts": twice]) { $1 }).expectComplaint(400, "twice")
        #expect(try list(run).isEmpty)
        #expect(try place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try run.client.post("recorder/stop").status == 204)
        _ = try scene.stop()
    }

    @Test("The services are listed without their keys; a file that cannot be used is told beside the built-in ones")
    func services() throws {
        struct Services: Decodable {
            struct Service: Decodable {
                let name: String
                let command: String?
                let needsKey, hasKey: Bool
            }
            let services: [Service]
            let problem: String?
        }
        let place = try Workplace()
        let folder = place.path("config/replay/services")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let own = #"{ version: 1, name: "lectures", address: "rtmp://127.0.0.1/live", key: "very-secret" }"#
        let rights: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        #expect(
            FileManager.default.createFile(
                atPath: folder + "/lectures.json5", contents: Data(own.utf8), attributes: rights))
        let run = try PreviewRun(place)
        let answer = try run.client.get("services")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("very-secret"))
        let found = try answer.json(Services.self)
        #expect(found.services.map(\.name) == ["lectures", "twitch", "youtube"] && found.problem == nil)
        #expect(found.services.map(\.hasKey) == [true, false, false])
        #expect(found.services.map(\.needsKey) == [false, true, true])
        let prepared = Data(#"{ version: 1, name: "both", address: "rtmp://127.0.0.1/x", setup: ["./x"] }"#.utf8)
        #expect(FileManager.default.createFile(atPath: folder + "/both.json5", contents: prepared, attributes: rights))
        let four = try run.client.get("services").json(Services.self).services
        #expect(four.map(\.name) == ["both", "lectures", "twitch", "youtube"])
        #expect(four.map(\.command) == ["replay broadcast both", nil, nil, nil] && !four[0].needsKey)
        try run.client.post("recorder", ["broadcasts": [["service": "both"]], "consent": true])
            .expectComplaint(400, "has a set-up program")
        let bad = Data("{ version: 9 }".utf8)
        #expect(FileManager.default.createFile(atPath: folder + "/bad.json5", contents: bad, attributes: rights))
        let rest = try run.client.get("services").json(Services.self)
        #expect(
            rest.services.map(\.name) == ["both", "lectures", "twitch", "youtube"]
                && rest.problem?.contains("bad.json5") == true)
    }
}

import Foundation
import ReplayErrors
import ReplayTestSupport
import Testing

@testable import ReplayBroadcast

/// Checks addresses, services' files and key files.
@Suite struct BroadcastServiceTests {
    @Test("Addresses of servers and names of files are understood")
    func destinations() throws {
        #expect(try BroadcastDestination("rtmp://a.example/live") == .rtmp("rtmp://a.example/live"))
        #expect(try BroadcastDestination("RTMPS://a.example:443/live2/secret").name == "a.example:443/live2")
        #expect(try BroadcastDestination("srt://[::1]:9000").name == "[::1]:9000")
        #expect(try BroadcastDestination("/srv/live/") == .folder("/srv/live"))
        #expect(try BroadcastDestination("/tmp/a.MKV") == .file("/tmp/a.MKV"))
        #expect(BroadcastDestination.application(of: "rtmp://h/app/instance?x=1") == "app/instance")
    }

    @Test(
        "What is no target is refused with a sentence",
        arguments: [
            "rtmp://", "rtmp:///live", "rtmp://host", "rtmp://host:0/live", "rtmp://host:70000/live",
            "rtmp://a b/live", "rtmp://user:pw@host/live", "srt://host", "srt://host:1?passphrase=0123456789",
            "srt://host:1?mode=listener",
            "http://host/live", "youtub", "movie.avi", "", ".mkv", "rtmp://a:b:c/live", "rtmp://[::1/live",
        ])
    func refusals(_ text: String) throws {
        let error = #expect(throws: BroadcastError.self) { try BroadcastDestination(text) }
        #expect(error?.category == .usage && error?.description.contains("pw") == false)
    }

    @Test("An executable file is a handler; a missing or a plain one is refused with its own exit code")
    func handlers() throws {
        let folder = try TemporaryDirectory("handlers")
        func file(_ name: String, mode: Int) throws -> String {
            let path = folder.path(name)
            try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }
        let program = try file("handler.py", mode: 0o755)
        #expect(try BroadcastDestination(program) == .handler(program))
        #expect(try BroadcastDestination(program).isNetwork == false)
        // The name decides before the file does.
        let movie = try file("movie.mkv", mode: 0o755)
        #expect(try BroadcastDestination(movie) == .file(movie))
        let plain = try file("plain", mode: 0o644)
        // Root may read everything, but may not start a file without this right.
        for (path, category) in [(plain, ErrorCategory.notPermitted), (folder.path("absent"), .noInput)] {
            let error = #expect(throws: BroadcastError.self) { try BroadcastDestination(path) }
            #expect(error?.category == category, "\(path): \(String(describing: error))")
        }
    }

    @Test("Each built-in service can be read and used, and needs a key or an address")
    func builtIn() throws {
        #expect(BroadcastService.builtIn.map(\.name) == ["custom-rtmp", "custom-srt", "twitch", "youtube"])
        for service in BroadcastService.builtIn {
            #expect(service.key == nil && (service.address == nil) == (service.protocols != nil))
            guard service.address != nil else { continue }
            #expect(service.needsKey == true && service.limits?.keyframeSeconds ?? 0 >= 2)
            #expect(try BroadcastController.Configuration(service).destination.isNetwork)
        }
    }

    @Test("A service without an address, or with a set-up program, gives no settings by itself")
    func noSettings() throws {
        for text in [
            #"{ version: 1, name: "x", protocols: ["srt"] }"#, #"{ version: 1, name: "x", setup: ["./a", "b"] }"#,
        ] {
            let service = try BroadcastService(json5: Array(text.utf8), source: "s.json5")
            let error = #expect(throws: BroadcastError.self) { try BroadcastController.Configuration(service) }
            #expect(error?.category == .usage)
        }
    }

    @Test(
        "A service’s file that is wrong is refused with line and column",
        arguments: [
            (#"{ version: 1, name: "x", address: "rtmp://h/a", colour: 1 }"#, "there is no key “colour”"),
            (#"{ version: 2, name: "x", address: "rtmp://h/a" }"#, "version is 2"),
            (#"{ version: 1, name: "X y", address: "rtmp://h/a" }"#, "lower-case"),
            (#"{ version: 1, name: "x", address: "movie.mkv" }"#, "must begin with rtmp"),
            (#"{ version: 1, name: "x", address: 5 }"#, "“address” is"),
            (#"{ version: 1, name: "x" }"#, "“address” is missing"),
            (#"{ version: 1, name: "x", address: "srt://h:1", latency: 1 }"#, "20 to 10000"),
            (#"{ version: 1, name: "x", address: "rtmp://h/a", limits: { bitRate: 0 } }"#, "at least 1"),
            (#"{ version: 1, name: "x", address: "rtmp://h/a", key: secret }"#, "this line is not valid"),
            (#"{ version: 1, name: "x", setup: [] }"#, "must begin with the set-up program"),
            (#"{ version: 1, name: "x", setup: "./a" }"#, "“setup” is"),
            (#"{ version: 1, name: "x", setup: [1] }"#, "“setup[]” is"),
            (#"{ version: 1, name: "x", protocols: ["http"] }"#, "must be rtmp, rtmps or srt"),
            (#"{ version: 1, name: "x", protocols: ["srt"], address: "srt://h:1" }"#, "without an address"),
            (#"{ version: 1"#, "line 1"),
        ])
    func invalid(_ text: String, _ reason: String) throws {
        let error = #expect(throws: BroadcastError.self) {
            try BroadcastService(json5: Array(text.utf8), source: "s.json5")
        }
        #expect(error?.description.hasPrefix("s.json5, line 1, column ") == true)
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("A key that others may read is refused; a key is trimmed")
    func keys() throws {
        let folder = try TemporaryDirectory("keys")
        func file(_ text: String, mode: Int) throws -> String {
            let path = folder.path("key-\(mode)-\(text.count)")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }
        #expect(try KeyFile.read(file(" abc-1 \r\n", mode: 0o600)) == "abc-1")
        let shared = #expect(throws: BroadcastError.self) { try KeyFile.read(file("secret", mode: 0o640)) }
        #expect(shared?.category == .notPermitted && shared?.description.contains("secret") == false)
        for text in ["", "\n", "  \n", "a b", "a\u{7}b"] {
            let error = #expect(throws: BroadcastError.self) { try KeyFile.read(file(text, mode: 0o600)) }
            #expect(error?.category == .badData)
        }
        let own = #"{ version: 1, name: "x", address: "rtmp://h/a", key: "k" }"#
        #expect(throws: BroadcastError.self) { try BroadcastService.read(file(own, mode: 0o644)) }
        #expect(try BroadcastService.read(file(own, mode: 0o600)).key == "k")
    }
}

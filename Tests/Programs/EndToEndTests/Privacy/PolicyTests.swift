import Foundation
import Replay
import ReplayTestSupport
import SystemPackage
import Testing

/// Checks that nothing is recorded that the administrator forbids.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PolicyTests {
    private func place(_ policy: String) throws -> Workplace {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        try Data(policy.utf8).write(to: place.folder.appending(path: "policy.json"))
        place.variables["REPLAY_POLICY"] = place.path("policy.json")
        return place
    }

    private func expectForbidden(_ place: Workplace, _ arguments: [String], _ words: String...) throws {
        let run = try ChildProcess(
            .replay, ["record", "--duration", "500ms", "--consent"] + arguments, environment: place.environment,
            folder: place.folder)
        let outcome = try run.wait()
        #expect(outcome.status == 77, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        for word in words + [place.variables["REPLAY_POLICY"] ?? ""] {
            #expect(outcome.errors.contains(word), "\(outcome.errors)")
        }
        #expect(try RecordingLibrary.open(home: place.home.path).ids().isEmpty)
    }

    @Test("Recording, microphone and camera are forbidden each, with 77, who decided and why")
    func each() throws {
        let all = try place("{\"recording\":false,\"reason\":\"Exams are held here.\"}")
        try expectForbidden(all, ["--audio", "none"], "recording is forbidden", "Exams")
        let microphone = try place("{\"microphone\":false}")
        try expectForbidden(microphone, ["--audio", "both"], "the microphone is forbidden", "administrator")
        #expect(try microphone.replay("record", "--audio", "app", "--duration", "500ms").status == 0)
        let camera = try place("{\"camera\":false}")
        try expectForbidden(camera, ["--audio", "none", "--camera", "lavfi:color"], "the camera is forbidden")
        #expect(try camera.replay("record", "--audio", "none", "--duration", "500ms").status == 0)
    }

    @Test(
        "A policy that cannot be understood, or is not where it should be, forbids all",
        arguments: ["", "{", "[]", "{\"recording\":\"no\"}", String(repeating: " ", count: 70_000) + "{}"])
    func broken(policy: String) throws {
        try expectForbidden(try place(policy), ["--audio", "none"], "cannot be read")
    }

    @Test("A word that is misspelt allows nothing that it was meant to forbid")
    func misspelt() throws {
        try expectForbidden(try place("{\"microfone\":false}"), ["--audio", "mic"], "line 1, column 2", "microfone")
    }

    @Test("So does a policy that is a folder, a pipe, a link to nowhere, or is missing")
    func noFile() throws {
        let place = try place("{}")
        try #require(mkfifo(place.path("pipe"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "/no/such")
        for name in [".", "pipe", "link", "missing"] {
            place.variables["REPLAY_POLICY"] = place.path(name)
            try expectForbidden(place, ["--audio", "none"])
        }
    }

    @Test(
        "A policy whose owner or permissions cannot be read forbids everything",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func unknownMode() throws {
        let counted = try placeWithFault(at: 0)
        #expect(try counted.replay("record", "--audio", "none", "--duration", "500ms", "--consent").status == 0)
        let text = try String(contentsOfFile: counted.path("count"), encoding: .utf8)
        let count = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        try #require(count > 1)
        for number in 1...count {
            try expectForbidden(try placeWithFault(at: number), ["--audio", "none"], "cannot be read")
        }
    }

    /// - Parameter number: The number of the stat call on the policy that fails; 0 for none.
    private func placeWithFault(at number: Int) throws -> Workplace {
        let place = try place("{}")
        place.variables.merge([
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay",
            "FAULT_ROOT": place.path("policy.json"), "FAULT_CALL": "stat", "FAULT_AT": "\(number)",
            "FAULT_FOR": "1", "FAULT_ERRNO": "\(EIO)", "FAULT_COUNT": place.path("count"),
        ]) { $1 }
        return place
    }

    @Test("Nobody is asked for what is forbidden")
    func beforeTheQuestion() throws {
        let place = try place("{\"recording\":false}")
        let run = try place.terminal("record", "--audio", "none")
        #expect(try run.wait() == 77, "\(run.text)")
        withExtendedLifetime(place) {}
        #expect(!run.text.contains("Record?"))
    }

    @Test("The recorder itself asks the policy and for the consent, whoever speaks to it", arguments: [true, false])
    func byHand(hasConsent: Bool) throws {
        let place = try place(hasConsent ? "{\"recording\":false}" : "{}")
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let recorder = try ChildProcess(
            .replayd, environment: place.environment, input: .descriptor(FileDescriptor(rawValue: ends[1])))
        close(ends[1])
        var configuration = RecordingConfiguration()
        configuration.audio = []
        configuration.hasConsent = hasConsent
        let owner = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        try owner.write(contentsOf: try JSONEncoder().encode(configuration) + Data("\n".utf8))
        try #require(try recorder.wait().status == 1)
        let reply = String(decoding: owner.availableData, as: UTF8.self)
        #expect(reply.contains("\"failed\"") && reply.contains("\"forbidden\""), "\(reply)")
        #expect(try RecordingLibrary.open(home: place.home.path).ids().isEmpty)
    }
}

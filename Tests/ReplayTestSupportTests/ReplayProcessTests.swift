import Foundation
import ReplayTestSupport
import Testing

@Suite struct ReplayProcessTests {
    private static var openDescriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    @Test("A run that has ended leaves no descriptor open")
    func descriptors() throws {
        func run() throws {
            let outcome = try ReplayProcess(
                ["-c", "echo said; echo complained >&2; exit 3"], program: URL(fileURLWithPath: "/bin/sh"),
                environment: [:]
            ).wait()
            #expect(outcome.status == 3 && outcome.line == "said" && outcome.errors == "complained\n")
        }
        // The first one makes what Foundation keeps for all.
        try run()
        let before = try Self.openDescriptors
        for _ in 0..<20 { try run() }
        #expect(try Self.openDescriptors < before + 20)
    }
}

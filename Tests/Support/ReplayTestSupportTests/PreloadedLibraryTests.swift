import Foundation
import Testing

@testable import ReplayTestSupport

/// Checks the libraries that are preloaded between a program and the C library.
@Suite(.enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
struct PreloadedLibraryTests {
    @Test("Each is compiled, and a program runs with it", arguments: PreloadedLibrary.allCases)
    func compiled(library: PreloadedLibrary) throws {
        let outcome = try ChildProcess(["env", "LD_PRELOAD=\(try library.path())", "echo", "ran"]).wait()
        #expect(outcome.status == 0 && outcome.line == "ran" && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("A source that does not compile is an error that says why, and leaves what was there")
    func broken() throws {
        let folder = try TemporaryDirectory()
        for name in ["broken.c", "made.so"] {
            try "int broken(".write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }
        let error = #expect(throws: ServerError.self) {
            try PreloadedLibrary.compile(folder.path("broken.c"), to: folder.path("made.so"))
        }
        #expect(error?.description.contains("broken.c cannot be compiled: ") == true)
        #expect(try String(contentsOfFile: folder.path("made.so"), encoding: .utf8) == "int broken(")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["broken.c", "made.so"])
    }
}

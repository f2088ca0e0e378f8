import Foundation
import Glibc
import ReplayLibrary
import ReplayTestSupport
import Testing
import Workers

@testable import ReplayImporter

/// Imports by workers that differ from the usual one.
struct ImportWorkerTests {
    @Test func `The limit of a written file grows with the movie`() throws {
        let file = try MovieFile("a.mp4", "\(MovieFile.frames) \(MovieFile.x264)")
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64
        let facts = RecordingFacts(id: .generate(), name: nil, origin: .imported)
        let task = ImportTask(path: file.path, folder: "", facts: facts, takesPart: false)
        #expect(task.inputSize == size)
        #expect(WorkerLimits(inputSize: 1000).fileSize == (1 << 30) + 4000)
        #expect(WorkerLimits(inputSize: .max).fileSize == (1 << 30) + (4 << 40))
    }

    @Test func `A movie whose header has no duration gets time as it is read`() throws {
        // A pipe cannot be written again, so the header has no duration.
        let file = try MovieFile("live.mkv")
        let frames = "testsrc2=s=64x36:r=25:d=120"
        _ = try ChildProcess.tool([
            "sh", "-c", "ffmpeg -v error -f lavfi -i \(frames) -c:v mpeg4 -f matroska - >\(file.path)",
        ])
        var amounts: [MediaAmount] = []
        let (recording, lock) = try file.library.create(
            RecordingFacts(id: .generate(), name: nil, origin: .imported))
        defer { withExtendedLifetime(lock) {} }
        _ = try MovieImport(path: file.path, recording: recording, takesPart: false) { amounts.append($0) }.run()
        #expect(amounts.first?.duration == 0)
        #expect(try #require(amounts.last).duration >= 120)
        #expect(amounts.count < 20)
    }

    @Test func `A movie with hundreds of tracks has all its notes`() throws {
        let count = 400
        let file = try MovieFile("tracks.mkv")
        let text = file.path + ".srt"
        try "1\n00:00:00,000 --> 00:00:01,000\nHello\n".write(toFile: text, atomically: false, encoding: .utf8)
        let maps = (1...count).flatMap {
            ["-map", "1:0", "-metadata:s:s:\($0 - 1)", "title=\(String(repeating: "x", count: 200))"]
        }
        _ = try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=1", "-i", text, "-map", "0:0"]
                + maps
                + ["-c:v", "libx264", "-c:s", "srt", file.path])
        var importer = MovieImporter(library: file.library)
        let notes = Notes()
        importer.report = notes.add
        _ = try importer.importMovie(at: file.path, name: nil)
        #expect(notes.all.count == count)
    }

    private final class Notes: @unchecked Sendable {
        // The importer reports on the thread that called it.
        private(set) var all: [String] = []
        func add(_ note: String) { all.append(note) }
    }

    @Test func `A worker that reports a movie it did not write is an error, and nothing remains`() throws {
        let file = try MovieFile("a.mp4")
        for (duration, frames, isWritten) in [(1, 25, true), (-1, 25, false), (1, -1, false), (1, 25, false)] {
            let script = """
                #!/usr/bin/python3
                import json, os, socket
                s = socket.socket(fileno=3)
                order = json.loads(s.recv(65536).split(b"\\n", 1)[1])
                def ask(folder=None, **request):
                    line = json.dumps({"request": {"_0": request}}).encode()
                    if folder is None: s.send(line)
                    else: socket.send_fds(s, [line], [folder])
                    return socket.recv_fds(s, 65536, 1)
                folder = ask(call="open", name=order["folder"], flags=os.O_DIRECTORY, permissions=0)[1][0]
                if \(isWritten ? "True" : "False"):
                    movie = ask(folder, call="open", name="movie.mp4", flags=os.O_RDWR | os.O_CREAT, permissions=0)[1][0]
                    os.write(movie, os.urandom(50000))
                movie = {"duration": "\(duration)/1", "frames": \(frames), "notes": []}
                s.send(b'{"output":{}}\\n' + json.dumps({"imported": {"_0": movie}}).encode())
                s.send(b'{"finished":{}}')
                """
            let program = file.path + ".py"
            try script.write(toFile: program, atomically: false, encoding: .utf8)
            chmod(program, 0o700)
            var importer = MovieImporter(library: file.library)
            importer.worker = program
            let error = #expect(throws: (any Error).self) { try importer.importMovie(at: file.path, name: nil) }
            #expect("\(error as Any)".contains("damaged") || "\(error as Any)".contains("movie.mp4"), "\(error as Any)")
            #expect(try file.leftovers.isEmpty)
        }
    }
}

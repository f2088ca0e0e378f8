import FFmpeg
import Files
import Foundation
import ReplayLibrary
import ReplayTestSupport
import Testing
import Workers

@testable import ReplayMovie

/// The decoding of imported movies in a sandbox.
struct ConfinedDecoderTests {
    /// Returns the frames of a track as text, in an order that the seed chooses: some from here, some from there.
    private func frames(of reader: MovieReader, track: Int, threads: Int, seed: UInt64) throws -> [String] {
        var random = SplitMix64(seed: seed)
        let decoder = try reader.openDecoder(track: track, threads: threads, isCropped: Bool.random(using: &random))
        let (samples, keyframes) = (reader.index.tracks[track].samples, reader.keyframes(track: track))
        var (found, held): ([String], [Frame]) = ([], [])
        for _ in 0..<8 {
            var next = try #require(keyframes.randomElement(using: &random))
            decoder.reset()
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let frame = try decoder.nextFrame(skippingDamaged: true) {
                    guard next < samples.count else { return nil }
                    defer { next += 1 }
                    return try reader.packet(track: track, sample: next)
                }
                guard let frame else { break }
                found.append(try text(of: frame))
                held.append(frame)
                // A preview keeps some frames.
                if held.count > 30 { held.removeFirst(Int.random(in: 1...30, using: &random)) }
            }
        }
        // Later frames have changed none that was kept.
        #expect(try found.suffix(held.count) == held.map(text(of:)))
        return found
    }

    private func text(of frame: Frame) throws -> String {
        let times = "\(frame.pts ?? -1) \(frame.bestEffortPTS ?? -1) \(frame.hasErrors)"
        guard frame.sampleCount == 0 else {
            let channels = try (0..<frame.channelCount).map { channel in
                guard frame.isPlanarFloat else { return 0 }
                return try frame.withSamples(ofChannel: channel) {
                    $0.reduce(into: 0) { $0 = $0 &* 31 &+ Int($1.bitPattern) }
                }
            }
            return "\(times) \(frame.sampleRate) \(frame.channelLayoutName) \(frame.sampleCount) \(channels)"
        }
        let format = try RawFrame(frame)
        let pixels = try format.pixels(of: frame).reduce(into: 0) { $0 = $0 &* 31 &+ Int($1) }
        return "\(times) \(try json(format)) \(pixels)"
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test(arguments: [
        ("h264.mp4", "-c:v libx264 -bf 3 -g 12 -c:a aac"), ("crop.mp4", "-vf crop=101:63 -c:v libx264 -c:a ac3"),
        ("hevc.mp4", "-c:v libx265 -pix_fmt yuv420p10le -x265-params log-level=none -c:a libmp3lame"),
        ("vp9.webm", "-c:v libvpx-vp9 -deadline realtime -c:a libopus"),
        ("av1.mkv", "-c:v libaom-av1 -cpu-used 8 -c:a flac"),
        ("old.avi", "-c:v mpeg4 -bf 2 -c:a mp2"), ("wide.mp4", "-pix_fmt yuv444p -c:v libx264 -qp 0 -c:a aac -ac 6"),
    ])
    func `The sandbox changes no frame`(_ name: String, _ options: String) throws {
        let file = try MovieFile(name, "\(MovieFile.frames) \(MovieFile.tone) \(options)")
        let recording = try file.imported()
        let confined = try recording.openMovie()
        let direct = try MovieReader.open(Recording.movieName, in: recording.folder)
        #expect(try confined.streams.map(json) == direct.streams.map(json))
        var random = SplitMix64.seeded(function: name)
        let seed = random.next()
        for track in direct.index.tracks.indices {
            for threads in [1, 3] {
                let wanted = try frames(of: direct, track: track, threads: threads, seed: seed)
                #expect(try frames(of: confined, track: track, threads: threads, seed: seed) == wanted)
                #expect(wanted.count >= 8)
            }
        }
    }

    /// Starts the usual worker, and notes its process.
    private func program(in folder: TemporaryDirectory) throws -> String {
        let worker = try #require(Worker.program)
        return try script("#!/bin/sh\necho $$ >\(folder.path("pid"))\nexec \(worker) \"$@\"\n", in: folder)
    }

    /// The order of a decoder of the first stream.
    private let order = DecoderOrder(source: .track(0), timeBase: 1, threads: 1, isCropped: true)

    private func script(_ text: String, in folder: TemporaryDirectory) throws -> String {
        let path = folder.path("worker")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o700)
        return path
    }

    private func header(of recording: Recording) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: recording.path + "/movie.mp4")))
    }

    @Test func `A decoder that crashes ends its own work, and the next one starts anew`() throws {
        let folder = try TemporaryDirectory("crash")
        let file = try MovieFile("a.mp4", "\(MovieFile.frames) \(MovieFile.x264)")
        defer { withExtendedLifetime(file) {} }
        let recording = try file.imported()
        let reader = try MovieReader.open(Recording.movieName, in: recording.folder)
        let sandbox = try MovieSandbox(
            header: try header(of: recording), path: "a.mp4", program: try program(in: folder))
        for (signal, reason) in [(SIGSEGV, "crashed"), (SIGKILL, "ended by signal 9"), (SIGSYS, "forbidden")] {
            let decoder = try sandbox.openDecoder(order, of: sandbox.streams[0])
            var next = 0
            let packet = {
                defer { next += 1 }
                return try reader.packet(track: 0, sample: next)
            }
            let frame = try #require(try decoder.nextFrame(packet))
            let before = try text(of: frame)
            let pid = try processID(in: folder)
            #expect(kill(pid, signal) == 0)
            let error = #expect(throws: WorkerError.self) { while try decoder.nextFrame(packet) != nil {} }
            #expect("\(error as Any)".contains("cannot read a.mp4: its decoder") && "\(error as Any)".contains(reason))
            // A frame that was decoded before is still there.
            #expect(try text(of: frame) == before)
        }
    }

    @Test func `The worker ends with the movie's reader`() throws {
        let folder = try TemporaryDirectory("end")
        let file = try MovieFile("a.mp4", "\(MovieFile.frames) \(MovieFile.x264)")
        defer { withExtendedLifetime(file) {} }
        let recording = try file.imported()
        var sandbox: MovieSandbox? = try MovieSandbox(
            header: try header(of: recording), path: "a.mp4", program: try program(in: folder))
        let pid = try processID(in: folder)
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
        #expect(sandbox != nil)
        sandbox = nil
        for _ in 0..<(500 * WaitLimit.seconds) where kill(pid, 0) == 0 { usleep(2_000) }
        #expect(kill(pid, 0) != 0)
    }

    /// A worker that a movie has taken over. It answers each request with `reply`, which it may compute from the
    /// request.
    private func hostile(_ reply: String, streams: [StreamInfo], in folder: TemporaryDirectory) throws -> String {
        try JSONEncoder().encode(streams).write(to: folder.url.appending(path: "streams.json"))
        return try script(
            """
            #!/usr/bin/python3
            import json, os, socket, struct, sys, time
            open("\(folder.path("pid"))", "w").write(f"{os.getpid()}\\n")
            s = socket.socket(fileno=3)
            s.recv(65536)
            def opened(name, flags):
                request = {"request": {"_0": {"call": "open", "name": name, "flags": flags, "permissions": 0}}}
                s.send(json.dumps(request).encode())
                return socket.recv_fds(s, 65536, 1)[1][0]
            os.write(opened("streams", os.O_RDWR), open("\(folder.path("streams.json"))", "rb").read())
            control = socket.socket(fileno=opened("control", os.O_RDWR))
            control.send(b"x")
            def reply(status, code=0, more=0, *frame):
                return struct.pack("<25q", status, code, more, *(frame + (0,) * (22 - len(frame))))
            decoder = socket.socket(fileno=socket.recv_fds(control, 65536, 1)[1][0])
            decoder.send(reply(0))
            while True:
                request = decoder.recv(65536)
                if not request: break
                kind = struct.unpack("<q", request[:8])[0]
                decoder.send(reply(0) if kind == 2 else \(reply))
            time.sleep(600)
            """, in: folder)
    }

    @Test(arguments: [
        "b'x'", "os.urandom(200)", "os.urandom(60000)", "reply(99)", "reply(-1)", "reply(0)", "reply(1)",
        "reply(6, -1)", "reply(6, 1 << 62)", "reply(6, 0)",
        // A frame without memory, and frames that are larger than the memory.
        "reply(1, 0, 0, 0, 0, 0, 0, 128, 72)",
        "reply(6, 4096) if kind == 0 else reply(0) if kind == 3 else reply(1, 0, 0, 0, 0, 0, 0, 128, 72)",
        "reply(6, 4096) if kind == 0 else reply(0) if kind == 3 else reply(1, 0, 0, 0, 0, 0, 0, 1 << 30, 1 << 30)",
        "reply(6, 4096) if kind in (0, 1) else reply(0)",
        // Frames without end, a decoder that needs no packet and wants one, and times whose sums overflow.
        "reply(6, 65536) if kind == 0 else reply(0) if kind == 3 else reply(1, 0, 1, 0, 0, 0, 0, 128, 72)",
        "reply(2, 0, 1)", "reply(2)",
        "reply(6, 65536) if kind == 0 else reply(0) if kind == 3 else reply(1, 0, 0, 0, (1 << 63) - 1, 0, 0, 128, 72)",
        // Audio in a track of video.
        "reply(6, 65536) if kind == 0 else reply(0) if kind == 3 else reply(1, *(0,) * 20, 48000, 64, 1)",
        "reply(3)" + " if kind == 0 else b'x'",
    ])
    func `A reply that makes no sense is an error or no frame`(_ reply: String) throws {
        let folder = try TemporaryDirectory("hostile")
        let file = try MovieFile("a.mp4", "\(MovieFile.frames) \(MovieFile.x264)")
        defer { withExtendedLifetime(file) {} }
        let recording = try file.imported()
        let reader = try MovieReader.open(Recording.movieName, in: recording.folder)
        let sandbox = try MovieSandbox(
            header: [], path: "a.mp4", program: try hostile(reply, streams: reader.streams, in: folder))
        let decoder = try sandbox.openDecoder(order, of: sandbox.streams[0])
        var next = 0
        let end = Result {
            // A decoder that gives frames without end would fail here.
            for _ in 0..<1000 {
                let frame = try decoder.nextFrame {
                    defer { next += 1 }
                    return next < 10 ? try reader.packet(track: 0, sample: next) : nil
                }
                if frame == nil { return true }
            }
            return false
        }
        switch end {
        case .success(let hasEnded): #expect(hasEnded && reply.hasPrefix("reply(3)"))
        case .failure(let error): #expect(error is WorkerError || error is FFmpegError, "\(error)")
        }
    }

    @Test func `A worker that does not end is killed`() throws {
        let folder = try TemporaryDirectory("hostile")
        let program = try hostile("b'x'", streams: [], in: folder)
        var sandbox: MovieSandbox? = try MovieSandbox(header: [], path: "a.mp4", program: program)
        let pid = try processID(in: folder)
        #expect(sandbox != nil && kill(pid, 0) == 0)
        sandbox = nil
        for _ in 0..<(500 * WaitLimit.seconds) where kill(pid, 0) == 0 { usleep(2_000) }
        #expect(kill(pid, 0) != 0)
    }

    private func processID(in folder: TemporaryDirectory) throws -> pid_t {
        let text = try String(contentsOf: folder.url.appending(path: "pid"), encoding: .utf8)
        return try #require(Int32(text.dropLast()))
    }

    @Test(arguments: ["", "[]x", "{}", #"[{"index":0}]"#])
    func `Streams that make no sense are an error`(_ streams: String) throws {
        let folder = try TemporaryDirectory("hostile")
        let program = try hostile("b'x'", streams: [], in: folder)
        try streams.write(to: folder.url.appending(path: "streams.json"), atomically: false, encoding: .utf8)
        #expect(throws: WorkerError.self) { try MovieSandbox(header: [], path: "a.mp4", program: program) }
    }

    @Test func `A header that cannot be read is the error of its reader`() throws {
        let program = try #require(Worker.program)
        let error = #expect(throws: WorkerFailure.self) {
            try MovieSandbox(header: [1, 2, 3], path: "a.mp4", program: program)
        }
        #expect("\(error as Any)".contains("a.mp4"))
    }
}

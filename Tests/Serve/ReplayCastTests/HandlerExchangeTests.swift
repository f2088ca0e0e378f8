import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayBroadcastHandler
@testable import ReplayCast
@testable import ReplayLibrary

/// Checks the rules of the exchange with a handler, without a process.
@Suite struct HandlerExchangeTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000)
    private var exchange = HandlerExchange(at: start)

    private func time(_ seconds: Double) -> HostTime { Self.start + .seconds(seconds) }

    private mutating func receive(_ text: String, at seconds: Double = 0) {
        exchange.receive(Array(text.utf8), at: time(seconds))
    }

    /// Takes a buffer and sends a frame in it.
    private mutating func sendFrame(at seconds: Double) throws {
        let free = exchange.takeBuffer()
        let buffer = try #require(free)
        exchange.queue(.init(bytes: [1], buffer: buffer), at: time(seconds))
        exchange.accepted(1, at: time(seconds))
    }

    @Test("At most three frames are in flight, and a released buffer is free again")
    mutating func buffers() throws {
        receive(#"{"ready":1}"#)
        for _ in 0..<3 { try sendFrame(at: 1) }
        let none = exchange.takeBuffer()
        #expect(none == nil && !exchange.isSettled)
        receive(#"{"release":1}"#, at: 2)
        let free = exchange.takeBuffer()
        #expect(free == 1 && exchange.failure == nil)
    }

    @Test("A handler with three frames that releases none for 8 s has failed; one that has fewer has not")
    mutating func silence() throws {
        receive(#"{"ready":1}"#)
        for second in 0..<2 { try sendFrame(at: Double(second)) }
        exchange.tick(at: time(100))
        #expect(exchange.failure == nil && exchange.stuckSince == nil)
        try sendFrame(at: 100)
        exchange.tick(at: time(107.9))
        #expect(exchange.failure == nil && exchange.stuckSince == time(100))
        exchange.tick(at: time(108))
        #expect(exchange.failure?.reason == "it took nothing for 8 s" && exchange.failure?.kind == .handler)
    }

    @Test("Audio that the socket still takes does not hide a handler with three frames; a slow one gets more time")
    mutating func steps() throws {
        receive(#"{"ready":1}"#)
        for _ in 0..<3 { try sendFrame(at: 10) }
        exchange.queue(.init(bytes: [0]), at: time(10.5))
        exchange.accepted(1, at: time(10.5))
        #expect(exchange.stuckSince == time(10) && exchange.busySince == time(10))
        receive(#"{"release":0}"#, at: 11)
        #expect(exchange.stuckSince == nil && exchange.busySince == nil)
        try sendFrame(at: 11)
        #expect(exchange.stuckSince == time(11) && exchange.busySince == time(13))
    }

    @Test("A message that the handler does not accept for 8 s, or too many of them, is a failure")
    mutating func backlog() {
        receive(#"{"ready":1}"#)
        exchange.queue(.init(bytes: [0]), at: time(20))
        exchange.tick(at: time(27.9))
        #expect(exchange.failure == nil)
        exchange.tick(at: time(28))
        #expect(exchange.failure != nil)
        var full = HandlerExchange(at: Self.start)
        for _ in 0..<129 { full.queue(.init(bytes: Array(repeating: 0, count: 64 << 10)), at: time(0)) }
        #expect(full.failure?.reason == "it takes the audio too slowly")
        #expect(full.waiting.count == 128)
    }

    @Test("A handler must be ready after 8 s, and end 3 s after its last answer")
    mutating func limits() {
        exchange.tick(at: time(7.9))
        #expect(exchange.failure == nil)
        var late = exchange
        late.tick(at: time(8))
        #expect(late.failure?.reason.hasPrefix("it did not answer for 8 s") == true)
        receive(#"{"ready":1}"#)
        exchange.end(.init(bytes: [0]), at: time(10))
        exchange.accepted(1, at: time(12))
        exchange.tick(at: time(14.9))
        #expect(exchange.failure == nil && exchange.isEnding)
        exchange.tick(at: time(15))
        #expect(exchange.failure?.reason.hasPrefix("it did not end") == true)
    }

    @Test(
        "A message that is not understood is a failure, and quoted on one line",
        arguments: [
            "", "{}", "[]", "null", #"{"ready":1,"release":0}"#, #"{"ready":2}"#, #"{"release":0}"#,
            #"{"release":"0"}"#, #"{"release":-1}"#, #"{"release":1e400}"#, #"{"finish":5}"#,
            "{\"ready\":1}\nmore", "\u{1B}[31m", String(repeating: "x", count: 4096),
        ])
    mutating func garbage(_ text: String) throws {
        receive(text)
        let reason = try #require(exchange.failure?.reason)
        #expect(reason.utf8.count < 200 && !reason.contains("\u{1B}") && !reason.contains("\n"), "\(reason)")
    }

    @Test("A second ready message, and a second release of a buffer, are failures")
    mutating func repetition() throws {
        receive(#"{"ready":1}"#)
        try sendFrame(at: 0)
        var other = exchange
        receive(#"{"ready":1}"#)
        #expect(exchange.failure?.reason == "it was ready twice")
        for _ in 0..<2 { other.receive(Array(#"{"release":2}"#.utf8), at: time(1)) }
        #expect(other.failure?.reason == "it released frame buffer 2, which it does not have")
    }

    @Test("Random bytes never end the process")
    func randomBytes() {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        let alphabet = Array(#"{}[]":,0123456789e-. readylfinsh\u00"#.utf8) + [0, 10, 200, 255]
        for _ in 0..<2000 {
            var exchange = HandlerExchange(at: Self.start)
            let count = Int.random(in: 0..<60, using: &random)
            exchange.receive((0..<count).compactMap { _ in alphabet.randomElement(using: &random) }, at: Self.start)
            exchange.tick(at: Self.start)
            #expect(exchange.failure != nil || exchange.isReady)
        }
    }

    @Test("The last line of a handler’s output is kept, without control characters and of limited length")
    func log() {
        var log = ProgramLog()
        #expect(log.lastLine == nil)
        for text in ["one\ntw", "o\n", "\n"] { log.add(text.utf8) }
        #expect(log.lastLine == "two")
        log.add("a\tb\u{1B}".utf8)
        #expect(log.lastLine == "a?b?")
        log.add(Array(repeating: UInt8(ascii: "x"), count: 10_000))
        #expect(log.lastLine?.count == 400)
    }

    @Test("An event waits for the samples before it, or for 400 ms")
    func events() {
        var queue = EventQueue()
        let mark = RecordingEvent(time: .seconds(2), kind: .mark, detail: "here")
        let pause = RecordingEvent(time: .seconds(3), kind: .paused)
        queue.add([mark, pause], at: time(0))
        #expect(queue.take(before: MediaTime(value: 199, timescale: 100)).isEmpty && queue.take(at: time(0.3)).isEmpty)
        #expect(queue.take(before: .seconds(2)) == [mark])
        #expect(queue.take(at: time(0.4)) == [pause] && queue.takeAll().isEmpty)
        queue.add([mark], at: time(1))
        #expect(queue.takeAll() == [mark])
    }

    @Test("Only pauses that begin or end the whole are told")
    func pauses() {
        var pause = HandlerPause()
        #expect(pause.set(false, by: .recording) == nil)
        #expect(pause.set(true, by: .recording)?.event == .paused)
        #expect(pause.set(true, by: .broadcast) == nil && pause.set(false, by: .recording) == nil)
        #expect(pause.set(false, by: .broadcast) == HandlerEvent(isPaused: false, cause: .broadcast))
    }

    @Test("Memory counts anonymous pages, and shared ones beyond the frames")
    func memory() {
        var memory = ProcessMemory()
        memory.add(status: Array("Name:\tx\nRssAnon:\t  2048 kB\nRssFile:\t 9 kB\nRssShmem:\t 1024 kB\n".utf8))
        memory.add(status: [])
        #expect(memory.counted(withoutFrames: 0) == 3 << 20)
        #expect(memory.counted(withoutFrames: 512 << 10) == (2 << 20) + (512 << 10))
        #expect(memory.counted(withoutFrames: 5 << 20) == 2 << 20)
    }
}

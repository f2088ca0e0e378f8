import MediaTime
import ReplayBroadcast
import ReplayErrors
import Testing

@testable import ReplayCast

/// Checks the rules of the exchange with a set-up program, without a process.
@Suite struct SetupExchangeTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000)
    private static let answer = #"{"address":"rtmp://h/a"}"#
    private var exchange = SetupExchange(hasAddress: false, at: start)

    private func time(_ seconds: Double) -> HostTime { Self.start + .seconds(seconds) }

    private mutating func add(_ text: String, at seconds: Double = 0) -> [String] {
        exchange.add(Array(text.utf8), at: time(seconds)).map(\.url)
    }

    @Test("An answer counts when the program has ended with 0; a last line needs no line feed")
    mutating func answers() {
        let none = add(Self.answer)
        let answer = exchange.finish(.code(0), at: time(1))
        #expect(none.isEmpty && answer?.address == "rtmp://h/a" && exchange.failure == nil)
    }

    @Test("An address in parts is told once it is whole; meanwhile there is no time limit")
    mutating func addresses() {
        let part = add(#"{"open":"https://exa"#)
        let whole = add("mple.org\"}\n", at: 1)
        exchange.tick(at: time(10_000))
        #expect(part.isEmpty && whole == ["https://example.org"] && exchange.failure == nil)
        _ = add("{\"waiting\":false}\n", at: 10_000)
        exchange.tick(at: time(10_059))
        #expect(exchange.failure == nil)
        exchange.tick(at: time(10_061))
        #expect(exchange.failure?.description == "it did not end within 60 s")
    }

    @Test("A program that never ends has failed after 60 s, also after its answer")
    mutating func endless() {
        _ = add(Self.answer + "\n", at: 5)
        exchange.tick(at: time(64))
        #expect(exchange.failure == nil)
        exchange.tick(at: time(66))
        #expect(exchange.failure?.category == .unavailable)
    }

    @Test(
        "A second answer, no answer and too much output are refused",
        arguments: [
            (answer + "\n" + answer + "\n", "more after its answer"), ("", "ended without an answer"),
            (String(repeating: " ", count: 16_385), "more than 16 KB"), ("hello\n", "cannot be used"),
        ])
    mutating func refusals(_ text: String, _ reason: String) {
        _ = add(text)
        let answer = exchange.finish(.code(0), at: time(1))
        #expect(answer == nil && exchange.failure?.category == .badData)
        #expect(exchange.failure?.description.contains(reason) == true, "\(exchange.failure?.description ?? "")")
    }

    @Test("An exit code is told with the last line of the standard error, whatever the program wrote before")
    mutating func exits() {
        let lines = exchange.addError(Array("one\ntwo\nquota".utf8))
        _ = add(Self.answer + "\ngarbage\n")
        let answer = exchange.finish(.code(3), at: time(1))
        #expect(answer == nil && lines == ["one", "two"] && exchange.failure?.category == .unavailable)
        #expect(exchange.failure?.description == "it ended with exit code 3: “quota”")
        var other = SetupExchange(hasAddress: false, at: Self.start)
        _ = other.finish(.signal(2), at: time(1))
        #expect(other.failure?.category == .cancelled)
    }

    @Test("A standard error without end is refused")
    mutating func errors() {
        for _ in 0..<17 { _ = exchange.addError([UInt8](repeating: 0x41, count: 16 << 10)) }
        #expect(exchange.failure?.description.contains("256 KB to its standard error") == true)
    }
}

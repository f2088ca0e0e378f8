import Foundation
import ReplayTestSupport
import Synchronization

/// The event stream of a page. What comes is kept until the test asks for it.
final class PreviewEvents: Sendable {
    private struct State {
        var messages: [PreviewMessage] = []
        var isOver = false
    }

    private let client: PreviewClient
    private let connection: LocalConnection
    private let state = Mutex(State())
    /// By which the server knows the stream.
    private let number = Mutex(-1)
    private let arrival = DispatchSemaphore(value: 0)

    /// Connects, and hears `hello`.
    init(_ client: PreviewClient, watching id: String? = nil) throws {
        self.client = client
        connection = try client.begin("GET", "/api/events" + (id.map { "?watch=\($0)" } ?? ""))
        let answer = try connection.readHead().first ?? "nothing"
        guard answer.contains(" 200 ") else { throw ServerError("The events were refused: \(answer)") }
        let reader = Thread { [weak self, connection] in
            while let message = try? Self.message(of: connection) {
                guard let self else { return }
                take(message)
            }
            self?.finish()
        }
        reader.start()
        let hello = try next("hello")
        number.withLock { $0 = hello.stream ?? -1 }
    }

    deinit { connection.end() }

    func watch(_ id: String?) throws {
        let answer = try client.post("events/\(number.withLock { $0 })", ["watch": id as Any? ?? NSNull()])
        guard answer.status == 204 else { throw ServerError("The page cannot watch: \(answer.sentence)") }
    }

    func close() { connection.end() }

    /// Returns the next message of a type that satisfies `isWanted`. Earlier messages are dropped.
    /// - Parameter limit: The time limit, in seconds.
    @discardableResult
    func next(
        _ type: String, limit: Int = WaitLimit.seconds, where isWanted: (PreviewMessage) -> Bool = { _ in true }
    ) throws -> PreviewMessage {
        let deadline = DispatchTime.now() + .seconds(limit)
        var passed: [String] = []
        while true {
            let (message, isOver) = state.withLock { state in
                (state.messages.isEmpty ? nil : state.messages.removeFirst(), state.isOver)
            }
            if let message {
                if message.type == type, isWanted(message) { return message }
                passed.append(message.type)
            } else if isOver || arrival.wait(timeout: deadline) == .timedOut {
                throw ServerError("“\(type)” did not come, but \(passed)\(isOver ? " and the end" : "").")
            }
        }
    }

    private func take(_ message: PreviewMessage) {
        state.withLock { $0.messages.append(message) }
        arrival.signal()
    }

    private func finish() {
        state.withLock { $0.isOver = true }
        arrival.signal()
    }

    /// The next message, or nil at the end; comments are passed over. Each chunk has one event.
    private static func message(of connection: LocalConnection) throws -> PreviewMessage? {
        while let count = Int(try connection.readLine(), radix: 16), count > 0 {
            let event = try connection.read(count)
            _ = try connection.read(2)
            guard event.starts(with: Data("data: ".utf8)) else { continue }
            return try JSONDecoder().decode(PreviewMessage.self, from: event.dropFirst(6))
        }
        return nil
    }
}

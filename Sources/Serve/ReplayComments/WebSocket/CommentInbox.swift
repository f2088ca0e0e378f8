import MediaTime
import ReplayBroadcast
import Threads

/// The messages of a WebSocket that were not read yet. Event loops add to it and never wait.
final class CommentInbox: Sendable {
    private struct Contents {
        var inputs: [CommentInput] = []
        var bytes = 0
        var isOpen = false
        var failure: BroadcastFailure?
    }

    private let contents = ConditionLock(Contents())

    /// The largest number of inputs and of their bytes. Beyond them, messages are dropped.
    private static let (maxInputs, maxBytes) = (2000, 4 << 20)

    /// Notes that the server has accepted the connection.
    func open() { contents.update { $0.isOpen = true } }

    /// Notes that the connection has ended. The first reason counts.
    func close(_ failure: BroadcastFailure) { contents.update { $0.failure = $0.failure ?? failure } }

    /// Adds a message, which may have several lines.
    func add(_ message: [UInt8]) {
        var splitter = LineSplitter()
        for result in splitter.add(message) + [splitter.finish()].compactMap({ $0.map { .success($0) } }) {
            switch result {
            case .success(let line): add(.line(line), size: line.count)
            case .failure(let fault): add(fault)
            }
        }
    }

    /// Adds a message that cannot be a comment.
    func add(_ fault: CommentFault) { add(.fault(fault), size: 0) }

    private func add(_ input: CommentInput, size: Int) {
        contents.update { contents in
            let isFull = contents.inputs.count >= Self.maxInputs || contents.bytes + size > Self.maxBytes
            // The reader counts the faults, which are small. Their number is limited as well.
            guard !isFull else {
                if contents.inputs.count < 2 * Self.maxInputs { contents.inputs.append(.fault(.tooMany)) }
                return
            }
            contents.inputs.append(input)
            contents.bytes += size
        }
    }

    /// Waits until the connection is open.
    /// - Returns: False if it is not open yet at the deadline.
    /// - Throws: `BroadcastFailure` if it has failed.
    func awaitOpen(until deadline: HostTime) throws(BroadcastFailure) -> Bool {
        let result = contents.wait(until: deadline) { contents -> Result<Void, BroadcastFailure>? in
            contents.failure.map { .failure($0) } ?? (contents.isOpen ? .success(()) : nil)
        }
        guard let result else { return false }
        try result.get()
        return true
    }

    /// Takes all messages, and waits for the first one.
    /// - Returns: Nothing if none came before the deadline.
    /// - Throws: `BroadcastFailure` if the connection has ended and all messages were taken.
    func take(until deadline: HostTime) throws(BroadcastFailure) -> [CommentInput] {
        let result = contents.wait(until: deadline) { contents -> Result<[CommentInput], BroadcastFailure>? in
            guard contents.inputs.isEmpty else {
                defer { (contents.inputs, contents.bytes) = ([], 0) }
                return .success(contents.inputs)
            }
            return contents.failure.map { .failure($0) }
        }
        return try result?.get() ?? []
    }
}

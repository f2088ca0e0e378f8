import Descriptors
import MediaTime
import ReplayBroadcast
import ReplayBroadcastHandler

/// The state of the exchange of messages with a handler: what it owes, and what waits for it. A pure value.
struct HandlerExchange: Sendable {
    /// A message that waits to be sent.
    struct Message: Sendable {
        var bytes: [UInt8]
        /// The buffer of the frame whose memory is passed with the message; nil for other messages.
        var buffer: Int?
    }

    /// The limits of an exchange.
    struct Limits: Sendable {
        /// The time in which a handler must be ready.
        var ready = Duration.seconds(8)
        /// The time in which it must release a frame or accept a message.
        var silence = Duration.seconds(8)
        /// The time in which it must end after the last message, or after its last answer since then.
        var end = Duration.seconds(3)
        /// The maximum time from the last message to the end.
        var wholeEnd = Duration.seconds(6)
        /// The maximum number of waiting bytes: more than 10 s of audio.
        var maxWaiting = 8 << 20
    }

    /// The number of frames that a handler may have at a time.
    static let bufferCount = 3

    private(set) var isReady = false
    private(set) var waiting: [Message] = []
    private var waitingBytes = 0
    private var freeBuffers = Array(0..<bufferCount)
    private var sentBuffers: Set<Int> = []
    private let limits: Limits
    private let start: HostTime
    /// The last time at which the handler released a frame or accepted a message.
    private var lastProgress: HostTime
    /// The time since which the handler has all buffers; nil if it has fewer.
    private var fullSince: HostTime?
    /// The time since which the first message waits; nil if none waits.
    private var waitingSince: HostTime?
    /// The longest time in which a handler with all buffers has released one.
    private var maxStep = Duration.zero
    /// The time at which the last message was queued.
    private var endStart: HostTime?
    private(set) var failure: BroadcastFailure?
    /// True if the handler must be killed at once.
    private(set) var isUrgent = false

    init(limits: Limits = Limits(), at now: HostTime) {
        self.limits = limits
        (start, lastProgress) = (now, now)
    }

    /// Returns the number of a free buffer, which then belongs to the caller. Nil if the handler has all of them.
    mutating func takeBuffer() -> Int? { freeBuffers.popLast() }

    /// Gives back a buffer that is not sent.
    mutating func giveBack(_ buffer: Int) { freeBuffers.append(buffer) }

    /// True if no message waits, and the handler has no frame.
    var isSettled: Bool { waiting.isEmpty && sentBuffers.isEmpty }

    /// Queues a message.
    mutating func queue(_ message: Message, at now: HostTime) {
        guard waitingBytes + message.bytes.count <= limits.maxWaiting else {
            return fail("it takes the audio too slowly")
        }
        waitingSince = waitingSince ?? now
        waiting.append(message)
        waitingBytes += message.bytes.count
        guard let buffer = message.buffer else { return }
        sentBuffers.insert(buffer)
        if sentBuffers.count == Self.bufferCount { fullSince = now }
    }

    /// Queues the last message.
    mutating func end(_ message: Message, at now: HostTime) {
        queue(message, at: now)
        endStart = endStart ?? now
    }

    /// Removes the first messages, which the handler has accepted.
    mutating func accepted(_ count: Int, at now: HostTime) {
        guard count > 0 else { return }
        waitingBytes -= waiting.prefix(count).reduce(0) { $0 + $1.bytes.count }
        waiting.removeFirst(count)
        waitingSince = waiting.isEmpty ? nil : now
        lastProgress = now
    }

    /// Handles a packet from the handler.
    mutating func receive(_ bytes: [UInt8], at now: HostTime) {
        guard let (request, data) = PacketSocket.decode(HandlerRequest.self, from: bytes), data.isEmpty,
            request.isValid
        else { return fail("it sent a message that is not understood: “\(ProgramLog.excerpt(bytes))”") }
        if let version = request.ready { return setReady(version) }
        if let buffer = request.release { return release(buffer, at: now) }
        let reason = request.finish.map { ProgramLog.excerpt(Array($0.utf8), limit: 500) } ?? ""
        fail("it ended the broadcast: “\(reason)”")
    }

    private mutating func setReady(_ version: Int) {
        guard version == HandlerRequest.version else {
            return fail("it has version \(version) of the protocol; Replay has version \(HandlerRequest.version)")
        }
        guard !isReady else { return fail("it was ready twice") }
        isReady = true
    }

    private mutating func release(_ buffer: Int, at now: HostTime) {
        guard sentBuffers.remove(buffer) != nil else {
            return fail("it released frame buffer \(buffer), which it does not have")
        }
        freeBuffers.append(buffer)
        if let fullSince { maxStep = max(maxStep, now - fullSince) }
        fullSince = nil
        lastProgress = now
    }

    /// The time since which the handler has released no frame, or has accepted no message; nil if it owes neither.
    var stuckSince: HostTime? { isReady ? [fullSince, waitingSince].compactMap(\.self).min() : nil }

    /// The time from which users are told that the handler is stuck. One that is always slow gets more time.
    var busySince: HostTime? { stuckSince.map { $0 + maxStep * 2 } }

    /// Notes a failure, unless there is one already.
    /// - Parameter isUrgent: True if the handler must be killed at once.
    mutating func fail(_ reason: String, isUrgent: Bool = false) {
        guard failure == nil else { return }
        failure = BroadcastFailure(.handler, reason: reason)
        self.isUrgent = isUrgent
    }

    /// True if the last message was queued.
    var isEnding: Bool { endStart != nil }

    /// Checks the time limits.
    mutating func tick(at now: HostTime) {
        if !isReady, now - start >= limits.ready {
            fail("it did not answer for \(limits.ready.components.seconds) s; is it a handler?")
        }
        if let endStart {
            let isLate = now - max(lastProgress, endStart) >= limits.end || now - endStart >= limits.wholeEnd
            if isLate { fail("it did not end within \(limits.end.components.seconds) s of the last message") }
        } else if let stuckSince, now - stuckSince >= limits.silence {
            fail("it took nothing for \(limits.silence.components.seconds) s")
        }
    }
}

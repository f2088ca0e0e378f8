import Glibc
import MediaTime
import ReplayBroadcast
import ReplayErrors

/// The state of the exchange with a set-up program: its output so far, its answer and its time limit. A pure value.
struct SetupExchange: Sendable {
    /// The limits of an exchange.
    struct Limits: Sendable {
        /// The time in which the program must end, unless it waits for its user.
        var time = Duration.seconds(60)
        /// The maximum number of bytes of the standard output, and of the standard error.
        var (maxOutput, maxErrors) = (16 << 10, 256 << 10)
    }

    private let limits: Limits
    private let hasAddress: Bool
    /// The time at which the program was started, or since which it does not wait for its user.
    private var busySince: HostTime?
    private var line: [UInt8] = []
    private var errorLine: [UInt8] = []
    private var (outputCount, errorCount) = (0, 0)
    private var lastError = ProgramLog()
    private var answer: SetupAnswer?
    /// The failure as a clause about “it”, the program, with its category.
    private(set) var failure: BroadcastError?

    init(limits: Limits = Limits(), hasAddress: Bool, at now: HostTime) {
        (self.limits, self.hasAddress, busySince) = (limits, hasAddress, now)
    }

    /// Adds a part of the standard output.
    /// - Returns: The addresses that the user must open.
    mutating func add(_ bytes: some Collection<UInt8>, at now: HostTime) -> [SetupLine.Address] {
        outputCount += bytes.count
        guard outputCount <= limits.maxOutput else {
            fail(.badData, "it wrote more than \(limits.maxOutput >> 10) KB")
            return []
        }
        var addresses: [SetupLine.Address] = []
        for byte in bytes where failure == nil {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if let address = takeLine(at: now) { addresses.append(address) }
        }
        return addresses
    }

    private mutating func takeLine(at now: HostTime) -> SetupLine.Address? {
        defer { line = [] }
        guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
        do throws(BroadcastError) {
            guard answer == nil else {
                fail(.badData, "it wrote more after its answer")
                return nil
            }
            switch try SetupLine(line, hasAddress: hasAddress) {
            case .open(let address):
                busySince = nil
                return address
            case .waiting(let isWaiting): busySince = isWaiting ? nil : now
            case .answer(let answer):
                self.answer = answer
                busySince = now
            }
        } catch {
            fail(.badData, "its output cannot be used: \(error.description)")
        }
        return nil
    }

    /// Adds a part of the standard error.
    /// - Returns: The complete lines.
    mutating func addError(_ bytes: some Collection<UInt8>) -> [String] {
        errorCount += bytes.count
        guard errorCount <= limits.maxErrors else {
            fail(.badData, "it wrote more than \(limits.maxErrors >> 10) KB to its standard error")
            return []
        }
        lastError.add(bytes)
        errorLine += bytes
        var lines = errorLine.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        errorLine = lines.popLast().map(Array.init) ?? []
        return lines.filter { !$0.isEmpty }.map { ProgramLog.excerpt($0, limit: 1000) }
    }

    /// Handles the passage of time.
    mutating func tick(at now: HostTime) {
        guard let busySince, now - busySince >= limits.time else { return }
        fail(.unavailable, "it did not end within \(limits.time.components.seconds) s")
    }

    /// Notes that the process could not be started.
    mutating func failStart(_ reason: String) { fail(.unavailable, "it cannot be started: \(reason)") }

    /// Notes a failure of the answer.
    mutating func fail(_ error: BroadcastError) { failure = failure ?? error }

    /// Handles the end of the process, after all its output was added.
    /// - Returns: The answer; nil after a failure.
    mutating func finish(_ exit: SupervisedProcess.Exit?, at now: HostTime) -> SetupAnswer? {
        if !line.isEmpty { _ = takeLine(at: now) }
        switch exit {
        // A program that fails may have written anything.
        case .code(let code) where code != 0:
            replaceFailure("it ended with exit code \(code)", isInterrupted: code == 128 + SIGINT)
        case .signal(let number):
            replaceFailure("it was ended by signal \(number)", isInterrupted: number == SIGINT)
        default: if answer == nil { fail(.badData, "it ended without an answer") }
        }
        return failure == nil ? answer : nil
    }

    /// - Parameter isInterrupted: True if the user pressed Ctrl-C.
    private mutating func replaceFailure(_ reason: String, isInterrupted: Bool) {
        failure = nil
        fail(isInterrupted ? .cancelled : .unavailable, reason + (lastError.lastLine.map { ": “\($0)”" } ?? ""))
    }

    private mutating func fail(_ category: ErrorCategory, _ reason: String) {
        failure = failure ?? BroadcastError(category, description: reason)
    }
}

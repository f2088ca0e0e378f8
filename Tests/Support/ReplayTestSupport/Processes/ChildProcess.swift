import Descriptors
import Foundation
import Synchronization
import SystemPackage

/// A program that a test runs. Its output is collected, so that it never waits for the test. The test reads the output
/// when the program has ended, or line by line before. A program that nobody waits for keeps running.
public final class ChildProcess: Sendable {
    /// The standard input of a program.
    public enum Input: Sendable {
        /// No input: `/dev/null`.
        case none
        /// The bytes of ``ChildProcess/write(_:)``. The input ends with ``ChildProcess/closeInput()``, or with this
        /// process.
        case pipe
        /// A descriptor, which the caller still owns.
        case descriptor(FileDescriptor)
    }

    /// The destination of a program's standard output.
    public enum Output: Sendable {
        /// The output becomes a part of the ``Outcome``.
        case collected
        /// The output is read by ``ChildProcess/read(into:)``. The program waits until that is called.
        case streamed
    }

    /// The exit status of a program.
    private final class Exit: Sendable {
        let status = Mutex<Int32?>(nil)
        let group = DispatchGroup()
    }

    /// The program and its arguments.
    public let command: [String]
    /// The process id.
    public let pid: pid_t
    private let exit = Exit()
    private let inputEnd: Descriptor?
    private let outputEnd: Descriptor?
    private let transcript: Transcript?
    /// A file and not a pipe: a recorder that outlives its command keeps its standard error open, and nobody waits for
    /// that.
    private let errorFile: Descriptor
    private let linesRead = Mutex(0)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The name or path of the program, and its arguments.
    ///   - environment: The environment; nil for that of this process.
    ///   - folder: The working folder; nil for that of this process.
    public init(
        _ command: [String], environment: [String: String]? = nil, folder: URL? = nil, input: Input = .none,
        output: Output = .collected
    ) throws {
        self.command = command
        let (source, inputEnd) = try Self.open(input)
        let outputPipe = try Descriptor.pipe()
        errorFile = try .temporaryFile()
        pid = try withExtendedLifetime((source, outputPipe)) { [errorFile] in
            try Spawn.start(
                command, environment: environment ?? ProcessInfo.processInfo.environment, folder: folder,
                streams: .descriptors(
                    input: source.number.rawValue, output: outputPipe.write.number.rawValue,
                    errors: errorFile.number.rawValue))
        }
        self.inputEnd = inputEnd
        outputEnd = output == .streamed ? outputPipe.read : nil
        transcript = output == .collected ? Transcript(reading: outputPipe.read) : nil
        reap()
    }

    /// - Returns: The descriptor for the program's input and, for a pipe, its other end.
    private static func open(_ input: Input) throws -> (Descriptor, Descriptor?) {
        switch input {
        case .none: return (try .null(), nil)
        case .pipe:
            let pipe = try Descriptor.pipe()
            return (pipe.read, pipe.write)
        case .descriptor(let descriptor): return (Descriptor(try descriptor.duplicate()), nil)
        }
    }

    /// Waits on a separate thread for the program's end. The process id stays reserved until the status is known.
    private func reap() {
        exit.group.enter()
        let thread = Thread { [pid, exit] in
            var information = siginfo_t()
            _ = SystemCall.retrying { waitid(P_PID, id_t(pid), &information, Int32(WEXITED | WNOWAIT)) }
            exit.status.withLock { status in
                var ended: Int32 = 0
                waitpid(pid, &ended, 0)
                status = ended & 0x7f == 0 ? ended >> 8 & 0xff : -(ended & 0x7f)
            }
            exit.group.leave()
        }
        thread.start()
    }

    // MARK: What it is told

    /// Sends a signal if the program still runs.
    public func send(_ signal: Int32) {
        exit.status.withLock { if $0 == nil { _ = Glibc.kill(pid, signal) } }
    }

    /// Kills the program if it still runs, and waits until it has ended.
    public func kill() {
        send(SIGKILL)
        exit.group.wait()
    }

    /// Writes to the program's standard input.
    public func write(_ bytes: [UInt8]) throws {
        let isWritten: Int? = try inputEnd?.whileOpen { try $0.writeAll(bytes) }
        guard isWritten != nil else { throw ServerError("\(command) has no standard input.") }
    }

    /// Closes the program's standard input.
    public func closeInput() { inputEnd?.close() }

    // MARK: What it says

    /// The text that the program has written to standard error so far.
    public var errors: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while let count = try? buffer.withUnsafeMutableBytes({
            try errorFile.number.read(fromAbsoluteOffset: Int64(bytes.count), into: $0)
        }), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the program has written something to standard output, or has closed it.
    public func awaitOutput() throws {
        let hasCome = transcript?.wait(until: .now() + .seconds(WaitLimit.seconds)) { !$0.isEmpty || $1 }
        guard hasCome == true else { throw late(WaitLimit.seconds) }
    }

    /// Returns the next line of standard output, without its end.
    ///
    /// - Throws: ``ServerError`` if no line comes within ``WaitLimit``, or the output has ended.
    public func nextLine() throws -> String {
        try linesRead.withLock { count in
            var line: String?
            _ = transcript?.wait(until: .now() + .seconds(WaitLimit.seconds)) { bytes, _ in
                let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
                line = lines.dropFirst(count).first.map { String(decoding: $0, as: UTF8.self) }
                return line != nil
            }
            guard let line else { throw ServerError("\(command) wrote no further line: \(errors)") }
            count += 1
            return line
        }
    }

    /// Fills a buffer from a streamed output.
    ///
    /// - Returns: The number of bytes before the output's end.
    public func read(into buffer: inout [UInt8]) -> Int {
        outputEnd?.whileOpen { descriptor in
            buffer.withUnsafeMutableBytes { bytes in
                var filled = 0
                while filled < bytes.count,
                    let count = try? descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])),
                    count > 0
                { filled += count }
                return filled
            }
        } ?? 0
    }

    // MARK: How it ends

    /// Waits until the program has ended and no process has its standard output open.
    ///
    /// - Throws: ``ServerError`` if the limit, in seconds, has passed. The whole process group is killed then.
    public func wait(limit: Int = WaitLimit.seconds) throws -> Outcome {
        outputEnd?.close()
        let deadline = DispatchTime.now() + .seconds(limit)
        guard exit.group.wait(timeout: deadline) == .success, transcript?.waitForEnd(until: deadline) != false else {
            Glibc.kill(-pid, SIGKILL)
            kill()
            throw late(limit)
        }
        return Outcome(status: exit.status.withLock { $0 ?? 0 }, data: Data(transcript?.bytes ?? []), errors: errors)
    }

    /// Waits until the program has ended, even if others may still write to its standard output.
    func waitForExit() -> Bool { exit.group.wait(timeout: .now() + .seconds(WaitLimit.seconds)) == .success }

    private func late(_ limit: Int) -> ServerError { ServerError("\(command) took longer than \(limit) s: \(errors)") }
}

import Descriptors
import Files
import FoundationEssentials
import Glibc
import MediaTime
import ReplayErrors
import ReplayExporter
import ReplayLibrary
import ReplayRendering
import Synchronization
import Threads

/// An export in a process of `replay-media`, which continues if this process is killed.
final class ExportProcess: Sendable {
    /// A report of the export.
    enum Step: Sendable {
        /// The part of the output that is written, in 0...1.
        case rendering(Double)
        case finished(ExportResult)
    }

    private let command: [String]
    private let home: String
    private let state = Mutex(State())

    private struct State {
        /// The process, while it runs.
        var process: DetachedProcess?
        var isCancelled = false
    }

    private static let pause: UInt32 = 50_000

    /// Prepares an export of a recording by its edit, as it is saved.
    /// - Throws: `ExportProcessError` if there is no such program.
    init(_ recording: Recording, preset: Preset, to path: String, overwriting: Bool) throws(ExportProcessError) {
        guard let program = ProgramPath.sibling("replay-media", variable: "REPLAY_MEDIA") else {
            throw ExportProcessError(
                description: "there is no program “replay-media”; install Replay anew, or name it by REPLAY_MEDIA")
        }
        command =
            [program, "export", recording.id.description, "--preset", preset.name, "--output", path, "--json"]
            + (overwriting ? ["--force"] : [])
        home = recording.home
    }

    /// Starts the export, and reports it to its end.
    /// - Returns: A stream that fails with `ExportError.cancelled`, `ExportProcessError`, `FileSystemError`, `ThreadError`.
    func run() -> AsyncThrowingStream<Step, any Error> {
        AsyncThrowingStream { continuation in
            do throws(ThreadError) {
                try WorkerThread.detach(named: "export") {
                    continuation.finish(throwing: self.follow { continuation.yield($0) })
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// Ends the export early.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let process = state.process { kill(process.id, SIGINT) }
        }
    }

    /// Runs the program and reads along. Its output goes to files, because a pipe would end with this process.
    private func follow(_ report: (Step) -> Void) -> (any Error)? {
        do {
            let (output, errors) = (try GrowingFile(), try GrowingFile())
            try start(output: output, errors: errors)
            var status: Int32?
            repeat {
                usleep(Self.pause)
                status = endStatus()
                for line in output.newLines() { if let step = Step(line) { report(step) } }
            } while status == nil
            return failure(status: status ?? 0, errors: errors)
        } catch {
            return error
        }
    }

    private func start(output: GrowingFile, errors: GrowingFile) throws {
        try state.withLock { state in
            guard !state.isCancelled else { throw ExportError.cancelled }
            state.process = try DetachedProcess(
                command, variables: ["REPLAY_HOME": home], output: output.file, errors: errors.file)
        }
    }

    /// The status of the process if it has ended. It gets no signal from then on.
    private func endStatus() -> Int32? {
        state.withLock { state in
            guard let status = state.process?.endStatus() else { return nil }
            state.process = nil
            return status
        }
    }

    private func failure(status: Int32, errors: GrowingFile) -> (any Error)? {
        guard status != 0 else { return nil }
        guard !state.withLock(\.isCancelled) else { return ExportError.cancelled }
        let prefix = "replay: "
        let lines = errors.newLines().map { String(decoding: $0, as: UTF8.self) }
        let sentence = lines.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        return ExportProcessError(description: sentence ?? "the export’s process has ended with the status \(status)")
    }
}

/// An error that occurs if an export's process cannot be run, or fails.
struct ExportProcessError: CategorizedError {
    let description: String
    var category: ErrorCategory { .unavailable }
}

extension ExportProcess.Step {
    private struct Progress: Decodable {
        let done: MediaTime
        let total: MediaTime
    }

    /// Reads a line of `replay export --json`.
    fileprivate init?(_ line: [UInt8]) {
        let (decoder, data) = (JSONDecoder(), Data(line))
        // A line that is neither is ignored.
        if let progress = try? decoder.decode(Progress.self, from: data) {
            self = .rendering(progress.done.seconds / max(progress.total.seconds, .leastNonzeroMagnitude))
        } else if let result = try? decoder.decode(ExportResult.self, from: data) {
            self = .finished(result)
        } else {
            return nil
        }
    }
}

/// A nameless file that another process writes.
private final class GrowingFile {
    let file: OwnedDescriptor
    private var position: Int64 = 0

    init() throws(FileSystemError) {
        var name = Array("/tmp/replay-export-XXXXXX".utf8CString)
        guard let file = OwnedDescriptor(mkstemp(&name)), fcntl(file.descriptor.rawValue, F_SETFD, FD_CLOEXEC) == 0
        else {
            throw FileSystemError(operation: "write to", subject: "/tmp")
        }
        unlink(name)
        self.file = file
    }

    /// The lines that have been written since the last call.
    func newLines() -> [[UInt8]] {
        let bytes = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
            count = max(0, pread(file.descriptor.rawValue, buffer.baseAddress, buffer.count, off_t(position)))
        }
        let newline = UInt8(ascii: "\n")
        guard let last = bytes.lastIndex(of: newline) else { return [] }
        position += Int64(last + 1)
        return bytes[..<last].split(separator: newline).map(Array.init)
    }
}

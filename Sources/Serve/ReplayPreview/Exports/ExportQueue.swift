import FoundationEssentials
import MediaTime
import ReplayEditor
import ReplayExporter
import ReplayLibrary
import ReplayRendering
import Threads

/// An export in the form for the page; see docs/PREVIEW.md.
struct ExportDescription: Encodable, Sendable {
    enum State: String, Encodable, Sendable { case running, finished, failed, cancelled }

    let id: Int
    let recording: RecordingID
    let preset: String
    let path: String
    var state = State.running
    var progress = 0.0
    /// The reason for the failure, or a warning, as a sentence.
    var error: String?
    var bytes: Int64?
    /// The path of the output on this server.
    var address: String?
}

/// The exports that pages have requested.
///
/// The queue checks outputs and starts processes, so it runs on its owner's thread.
actor ExportQueue {
    private struct Entry {
        var description: ExportDescription
        let ticket: AccessToken
        let process: ExportProcess
    }

    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var entries: [Entry] = []
    private let report: @Sendable (ExportDescription) async -> Void

    /// Creates an empty list of exports.
    /// - Parameters:
    ///   - executor: The owner's thread.
    ///   - report: Called at each step of an export, and at its end.
    init(on executor: ThreadExecutor, report: @escaping @Sendable (ExportDescription) async -> Void) {
        (self.executor, self.report) = (executor, report)
    }

    var all: [ExportDescription] { entries.map(\.description) }

    var isAtWork: Bool { entries.contains { $0.description.state == .running } }

    /// Begins an export of a recording by its edit, as it is saved.
    /// - Throws: `PresetError`, `ExportError`, `ExportProcessError`, `FileSystemError`.
    func start(
        _ recording: Recording, preset: Preset, to path: String, overwriting: Bool
    ) async throws -> ExportDescription {
        try preset.check(output: path)
        if preset.hls == nil { try Exporter.checkOutput(path, overwriting: overwriting) }
        guard !isBeingWritten(path) else { throw ExportError.outputExists(path) }
        let process = try ExportProcess(recording, preset: preset, to: path, overwriting: overwriting)
        let entry = Entry(
            description: ExportDescription(
                id: entries.count + 1, recording: recording.id, preset: preset.name, path: path),
            ticket: AccessToken(), process: process)
        entries.append(entry)
        Task { await follow(entry.description.id, steps: process.run()) }
        return entry.description
    }

    private func isBeingWritten(_ path: String) -> Bool {
        entries.contains { $0.description.state == .running && $0.description.path.hasSameBytes(as: path) }
    }

    /// Cancels an export. A finished export does not change.
    func cancel(_ id: Int) -> Bool {
        guard let entry = entry(id) else { return false }
        entry.process.cancel()
        return true
    }

    /// Ends all exports, and waits a while for their ends.
    func cancelAll() async {
        for entry in entries { entry.process.cancel() }
        let deadline = ContinuousClock.now + Self.endTime
        // A new task, because the caller's may be cancelled.
        await Task {
            while isAtWork, ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
        }.value
    }

    private static let endTime = Duration.seconds(5)

    /// Returns the export with this number.
    func description(_ id: Int) -> ExportDescription? { entry(id)?.description }

    /// Returns the path of the finished export with this ticket.
    func path(ofTicket text: String) -> String? {
        entries.first { $0.description.state == .finished && $0.ticket.matches(text) }?.description.path
    }

    private func entry(_ id: Int) -> Entry? { entries.first { $0.description.id == id } }

    private func follow(_ id: Int, steps: AsyncThrowingStream<ExportProcess.Step, any Error>) async {
        do {
            for try await step in steps {
                switch step {
                case .rendering(let progress): await change(id) { $0.progress = progress }
                case .finished(let result): await finish(id, with: result)
                }
            }
        } catch ExportError.cancelled {
            await change(id) { $0.state = .cancelled }
        } catch {
            await change(id) { export in
                export.state = .failed
                export.error = "\(error)"
            }
        }
    }

    private func finish(_ id: Int, with result: ExportResult) async {
        guard let ticket = entry(id)?.ticket else { return }
        await change(id) { export in
            export.state = .finished
            export.progress = 1
            export.bytes = result.bytes
            export.error = result.damage.map { "\($0); the export contains what can be decoded" }
            export.address = "/exports/\(ticket.text)/" + Self.address(of: result.path, of: export.path)
        }
    }

    /// Returns the name of the output, followed by the file to open if the output is a folder.
    private static func address(of result: String, of output: String) -> String {
        let name = output.pathParts.name.urlEncoded
        return result.hasSameBytes(as: output) ? name : name + "/" + result.pathParts.name.urlEncoded
    }

    private func change(_ id: Int, by body: (inout ExportDescription) -> Void) async {
        guard let place = entries.firstIndex(where: { $0.description.id == id }) else { return }
        body(&entries[place].description)
        await report(entries[place].description)
    }
}

extension String {
    /// The text, percent-encoded as a path segment of a URL (RFC 3986, 3.3).
    var urlEncoded: String {
        utf8.map { byte in
            let scalar = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-._~".contains(scalar))
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

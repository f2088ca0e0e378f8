import FoundationEssentials
import ReplayExporter
import ReplayLibrary

/// An export as the page is told of it; see docs/PREVIEW.md.
struct ExportDescription: Encodable, Sendable {
    enum State: String, Encodable, Sendable { case running, finished, failed, cancelled }

    let id: Int
    let recording: RecordingID
    let preset: String
    let path: String
    var state = State.running
    var progress = 0.0
    /// Why it failed, or what is to be said of it, in a sentence.
    var error: String?
    var bytes: Int64?
    /// Where the server has it.
    var address: String?
}

/// The exports that pages have asked for.
actor ExportDesk {
    private struct Entry {
        var description: ExportDescription
        let ticket: AccessToken
        let process: ExportProcess
    }

    private var entries: [Entry] = []
    private let report: @Sendable (ExportDescription) async -> Void

    /// - Parameter report: called at each step of an export, and at its end.
    init(report: @escaping @Sendable (ExportDescription) async -> Void) { self.report = report }

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
        Task { await follow(entry.description.id, process.run()) }
        return entry.description
    }

    private func isBeingWritten(_ path: String) -> Bool {
        entries.contains { $0.description.state == .running && $0.description.path.hasSameBytes(as: path) }
    }

    /// Ends an export early; one that has ended stays as it is.
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

    /// The export of this number.
    func description(_ id: Int) -> ExportDescription? { entry(id)?.description }

    /// Where the finished export of a ticket lies.
    func path(ofTicket text: String) -> String? {
        entries.first { $0.description.state == .finished && $0.ticket.matches(text) }?.description.path
    }

    private func entry(_ id: Int) -> Entry? { entries.first { $0.description.id == id } }

    private func follow(_ id: Int, _ steps: AsyncThrowingStream<ExportProcess.Step, any Error>) async {
        do {
            for try await step in steps {
                switch step {
                case .rendering(let progress): await change(id) { $0.progress = progress }
                case .finished(let result): await finish(id, result)
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

    private func finish(_ id: Int, _ result: ExportResult) async {
        guard let ticket = entry(id)?.ticket else { return }
        await change(id) { export in
            export.state = .finished
            export.progress = 1
            export.bytes = result.bytes
            export.error = result.damage.map { "\($0); the export shows what can be decoded of it" }
            export.address = "/exports/\(ticket.text)/" + Self.address(of: result.path, of: export.path)
        }
    }

    /// The name of the output, and what of its folder is to be opened where it has become one.
    private static func address(of result: String, of output: String) -> String {
        let name = output.pathParts.name.urlEncoded
        return result.hasSameBytes(as: output) ? name : name + "/" + result.pathParts.name.urlEncoded
    }

    private func change(_ id: Int, _ body: (inout ExportDescription) -> Void) async {
        guard let place = entries.firstIndex(where: { $0.description.id == id }) else { return }
        body(&entries[place].description)
        await report(entries[place].description)
    }
}

extension String {
    /// As it stands in a path of a URL (RFC 3986, 3.3).
    var urlEncoded: String {
        utf8.map { byte in
            let scalar = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-._~".contains(scalar))
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

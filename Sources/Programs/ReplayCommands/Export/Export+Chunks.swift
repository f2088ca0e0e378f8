import ArgumentParser
import ReplayCommandLine

/// The steps of an export in chunks: plan, render each chunk, join.
extension Export {
    /// Checks that no option contradicts the plan, which determines all settings.
    func checkContinuation() throws {
        guard arguments.option != nil else {
            throw ValidationError("--chunk and --join require the --output of the plan")
        }
        let isPlanned =
            !arguments.words.isEmpty || audio != nil || render != .auto || audioRender != .auto || explain || noMetadata
        if isPlanned || loudness != nil || folder.areGiven || (receipt != nil && !chunks.join) {
            throw ValidationError("--chunk and --join accept only --output; the plan has all other options")
        }
    }

    func plan(_ exporter: Exporter, to path: String) async throws {
        let export = try await ChunkedExport.plan(exporter, output: path, chunkLength: chunks.length)
        note(chunks: export, of: exporter.recording)
        if output.json { return try Output.json(ChunkReport(export)) }
        Terminal.say("replay: \(ChunkReport(export).text)")
        Output.path(export.path)
    }

    /// Records the chunks for `replay redact`. The plan remains valid if this fails.
    private func note(chunks export: ChunkedExport, of recording: Recording) {
        do {
            try recording.noteChunks(at: export.path)
        } catch {
            Terminal.say("replay: cannot register these chunks for “replay redact”: \(Failure.sentence(for: error))")
        }
    }

    func continuePlan() async throws {
        let path = arguments.option ?? ""
        let export = try ChunkedExport.open(ChunkedExport.standardFolder(for: path))
        try await cancellably { cancellation in
            defer { Terminal.clearLine() }
            let line = ProgressLine()
            if let chunk = chunks.chunk {
                let result = try await export.render(chunk, cancellation: cancellation) {
                    draw(line, done: $0, total: $1)
                }
                if output.json { try Output.jsonLine(result) } else { Output.path("\(export.path)/\(result.file)") }
            } else {
                let file = try receiptFile(of: path, export.places)
                let result = try await export.join(
                    to: path, overwriting: force, wantsReceipt: receipt != nil, cancellation: cancellation
                ) { draw(line, done: $0, total: $1) }
                try finish(result, receipt: file, of: export.recording)
            }
        }
    }
}

/// The output of `replay export --plan --json`.
struct ChunkReport: Encodable {
    /// The folder of the plan and the chunks.
    let path: String
    /// The hash of the plan.
    let hash: String
    let plan: ChunkPlan

    init(_ export: ChunkedExport) { (path, hash, plan) = (export.path, export.planHash, export.plan) }

    var text: String {
        let count = plan.chunks.count
        return count == 1 ? "1 chunk: 0" : "\(count) chunks: 0 to \(count - 1)"
    }
}

import ArgumentParser
import ReplayCommandLine

/// One long export in chunks: planned, rendered one by one, joined.
extension Export {
    /// The plan says what is exported, and how.
    func checkContinuation() throws {
        guard arguments.option != nil else {
            throw ValidationError("--chunk and --join want the --output that was planned")
        }
        let isPlanned =
            !arguments.words.isEmpty || audio != nil || render != .auto || audioRender != .auto || explain || noMetadata
        if isPlanned || loudness != nil || folder.areGiven || (receipt != nil && !chunks.join) {
            throw ValidationError("the plan says what is exported; --chunk and --join take --output alone")
        }
    }

    func plan(_ exporter: Exporter, _ path: String) async throws {
        let export = try await ChunkedExport.plan(exporter, output: path, chunkLength: chunks.length)
        note(chunks: export, exporter.recording)
        if output.json { return try Output.json(ChunkReport(export)) }
        Terminal.say("replay: \(ChunkReport(export).text)")
        Output.path(export.path)
    }

    /// There is a plan, whether this can be written or not.
    private func note(chunks export: ChunkedExport, _ recording: Recording) {
        do {
            try recording.noteChunks(at: export.path)
        } catch {
            Terminal.say("replay: “replay redact” will not know of these chunks: \(Failure.sentence(for: error))")
        }
    }

    func continuePlan() async throws {
        let path = arguments.option ?? ""
        let export = try ChunkedExport.open(ChunkedExport.standardFolder(for: path))
        try await cancellably { cancellation in
            defer { Terminal.clearLine() }
            let line = ProgressLine()
            if let chunk = chunks.chunk {
                let result = try await export.render(chunk, cancellation: cancellation) { draw(line, $0, $1) }
                if output.json { try Output.jsonLine(result) } else { Output.path("\(export.path)/\(result.file)") }
            } else {
                let file = try receiptFile(of: path, export.places)
                let result = try await export.join(
                    to: path, overwriting: force, wantsReceipt: receipt != nil, cancellation: cancellation
                ) { draw(line, $0, $1) }
                try finish(result, file, of: export.recording)
            }
        }
    }
}

/// A plan of chunks, as `replay export --plan --json` tells it.
struct ChunkReport: Encodable {
    /// Where the plan and the chunks are.
    let path: String
    /// Of the plan.
    let hash: String
    let plan: ChunkPlan

    init(_ export: ChunkedExport) { (path, hash, plan) = (export.path, export.planHash, export.plan) }

    var text: String {
        let count = plan.chunks.count
        return count == 1 ? "1 chunk: 0" : "\(count) chunks: 0 to \(count - 1)"
    }
}

import Replay
import ReplayCommandLine

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

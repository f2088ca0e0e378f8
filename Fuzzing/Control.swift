import Files
import FoundationEssentials
import ReplayLibrary

@testable import HLSOutput
@testable import ReplayBatch
@testable import ReplayControl
@testable import ReplayExporter

/// Fuzzes lines of the control socket, and the JSON that Replay's own programs write for each other.
func fuzzControl(_ bytes: [UInt8]) {
    if let request: ControlRequest = ControlLine.decode(bytes) { precondition(!ControlLine.encode(request).isEmpty) }
    if let reply: ControlReply = ControlLine.decode(bytes) { precondition(!ControlLine.encode(reply).isEmpty) }
    let data = Data(bytes)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    _ = try? decoder.decode(RecordingFacts.self, from: data)
    _ = try? decoder.decode(RecordingEvent.self, from: data)
    _ = try? decoder.decode(ChunkPlan.self, from: data)
    _ = try? decoder.decode(ChunkResult.self, from: data)
    _ = try? decoder.decode(JobResult.self, from: data)
    _ = try? decoder.decode(Job.self, from: data)
    _ = try? decoder.decode(JSONValue.self, from: data)
    _ = HLSManifest(bytes)
    _ = TaskProgress(line: String(decoding: bytes, as: UTF8.self))?.fraction
    _ = ParallelLine(String(decoding: bytes, as: UTF8.self))
}

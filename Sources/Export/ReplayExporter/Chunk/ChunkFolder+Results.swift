import Descriptors
import FFmpeg
import FoundationEssentials
import ReplayMovie

extension ChunkFolder {
    /// The maximum size of a result file, in bytes. Replay writes no larger ones.
    private static let resultLimit = 1 << 16

    /// Returns the state of a chunk. Reads the chunk's whole file.
    /// - Parameter plan: The plan's hash.
    /// - Returns: The state, and the result if the chunk can be used.
    package func state(of number: Int, plan: String) throws -> (ChunkState, ChunkResult?) {
        let name = Self.resultName(number)
        guard directory.contains(name) else { return (.missing, nil) }
        let bytes = try directory.contents(of: name, limit: Self.resultLimit)
        // The state says that the result cannot be decoded.
        guard let result = try? JSONDecoder().decode(ChunkResult.self, from: Data(bytes)), result.version == 1 else {
            return (.damaged, nil)
        }
        guard result.plan == plan else { return (.ofAnotherPlan, nil) }
        guard result.chunk == number else { return (.misplaced, nil) }
        let state = try state(of: result)
        return (state, state == .believed ? result : nil)
    }

    private func state(of result: ChunkResult) throws -> ChunkState {
        guard Self.isChunk(result.file) else { return .damaged }
        guard directory.contains(result.file), directory.size(of: result.file) >= result.bytes else {
            return .truncated
        }
        let hash = try ContentHash.of(try open(result), name: result.file)
        return hash == result.hash && directory.size(of: result.file) == result.bytes ? .believed : .damaged
    }

    /// Opens a chunk's file, at its start.
    func demuxer(_ result: ChunkResult) throws -> Demuxer {
        try Demuxer.open(
            try IOContext(try open(result), mode: .read), name: path + "/" + result.file, isProbed: false)
    }

    /// Opens a chunk's file without blocking, in case the name is that of a pipe or a device.
    private func open(_ result: ChunkResult) throws -> OwnedDescriptor {
        try directory.openFile(result.file, mode: .readOnly, options: .nonBlocking)
    }
}

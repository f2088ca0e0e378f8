import Files
import FoundationEssentials
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// The results of a job's chunks, as files.
struct ChunkCount: Hashable, Sendable {
    /// As a shell writes it: each has one of these, and nothing else has.
    static let pattern = "chunk-*.json"

    /// Where they are.
    let folder: String
    /// How many there are once all are done.
    let count: Int

    init(folder: String, count: Int) {
        self.folder = folder
        self.count = count
    }

    /// Those that a job's plan tells of.
    init(_ job: Job, in log: BatchFolder) throws {
        folder = ChunkPlace.folder(of: job, in: log)
        count = try ChunkPlace.open(job, in: log).plan.chunks.count
    }

    /// Whether a chunk is there: its result is, and the file that this names has the size that it says. What is in it is
    /// looked at by the join. One that cannot be read is not there yet.
    func has(_ number: Int) -> Bool {
        guard let directory = try? Directory.open(folder),
            let result = try? JSONDecoder().decode(
                ChunkResult.self, from: Data(directory.contents(of: Self.name(number))))
        else { return false }
        return result.chunk == number && directory.size(of: result.file) == result.bytes
    }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return "chunk-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".json"
    }
}

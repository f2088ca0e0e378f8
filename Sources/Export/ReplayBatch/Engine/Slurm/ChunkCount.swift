import Files
import FoundationEssentials
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// The expected number of result files of a job's chunks, and their folder.
struct ChunkCount: Hashable, Sendable {
    /// A shell pattern that matches exactly the result files.
    static let pattern = "chunk-*.json"

    /// The folder of the result files.
    let folder: String
    /// The number of result files once all chunks are done.
    let count: Int

    init(folder: String, count: Int) {
        self.folder = folder
        self.count = count
    }

    /// Creates the count from a job's chunk plan.
    init(_ job: Job, in log: BatchFolder) throws {
        folder = ChunkLocation.folder(of: job, in: log)
        count = try ChunkLocation.open(job, in: log).plan.chunks.count
    }

    /// Returns true if a chunk exists: its result file exists, and the file that it names has the stated size. The join
    /// checks the contents. A chunk that cannot be read does not count.
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

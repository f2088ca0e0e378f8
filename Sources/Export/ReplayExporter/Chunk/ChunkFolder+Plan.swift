import FFmpeg
import Files
import FoundationEssentials
import Glibc
import ReplayLibrary
import ReplayRendering

extension ChunkFolder {
    /// The contents of `plan.json`.
    private struct PlanFile: Codable {
        static let currentVersion = 1

        var version = currentVersion
        /// The hash of the plan, as `ChunkPlan.hash` computes it.
        var hash: String
        var plan: ChunkPlan
    }

    private struct Version: Decodable { let version: Int }

    private var planPath: String { path + "/" + Self.planName }

    /// Writes the plan. Writing the same plan again changes nothing. Chunks of another plan are removed.
    package func write(_ plan: ChunkPlan) throws {
        guard try oldPlan() != plan else { return }
        try removeChunks()
        try write(PlanFile(hash: plan.hash(), plan: plan), to: Self.planName)
    }

    /// Returns the existing plan, or nil if there is none or if it is damaged.
    private func oldPlan() throws -> ChunkPlan? {
        do {
            return try readPlan()
        } catch is ChunkError {
            return nil
        }
    }

    /// Reads the plan.
    /// - Throws: `ChunkError`, `FileSystemError`.
    package func readPlan() throws -> ChunkPlan {
        do {
            let data = Data(try directory.contents(of: Self.planName))
            // The version is read first, because the other contents of a newer file may be unknown to this code.
            let version = try JSONDecoder().decode(Version.self, from: data).version
            guard version == PlanFile.currentVersion else { throw bad("it has version \(version), not 1") }
            let file = try JSONDecoder().decode(PlanFile.self, from: data)
            guard try file.plan.hash() == file.hash else { throw bad("it was changed or is damaged") }
            if let problem = file.plan.problem { throw bad(problem) }
            return file.plan
        } catch let error as DecodingError {
            throw bad(error.sentence)
        } catch let error as FileSystemError where error.code == ENOENT {
            throw ChunkError.noPlan(path)
        }
    }

    private func bad(_ reason: String) -> ChunkError { .badPlan(planPath, reason: reason) }
}

extension ChunkPlan {
    /// Returns a hash that identifies the plan: MurmurHash3 (128 bits), as 32 hexadecimal digits.
    public func hash() throws -> String {
        try ContentHash.of([UInt8](try ChunkFolder.encoder().encode(self)))
    }

    /// The problem of an invalid plan as the end of a sentence, or nil if the plan is valid.
    fileprivate var problem: String? {
        guard (1...Self.chunkLimit).contains(chunks.count) else { return "it has \(chunks.count) chunks" }
        if let other = preset.otherThanMP4 { return "its preset makes \(other)" }
        do {
            _ = try Preset(json: [UInt8](ChunkFolder.encoder().encode(preset)), source: "its preset")
        } catch {
            return "\(error)"
        }
        return nil
    }
}

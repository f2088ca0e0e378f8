import Files
import Glibc
import ReplayLibrary

/// Speaks to a Slurm cluster, by the programs that it comes with.
struct SlurmClient: Sendable {
    /// What came of a submission.
    enum Answer: Sendable {
        /// The id that it has for now.
        case taken(String)
        /// Why not, as the end of a sentence.
        case refused(String)
        /// It may have been taken or not.
        case silence
    }

    /// Settings of people's own that would hide our jobs from us, or have `sbatch` not come back.
    private static let hidden = [
        "SQUEUE_ACCOUNT", "SQUEUE_LICENSES", "SQUEUE_NAMES", "SQUEUE_PARTITION", "SQUEUE_QOS", "SQUEUE_STATES",
        "SQUEUE_USERS", "SBATCH_WAIT", "SCANCEL_INTERACTIVE", "SCANCEL_NAME", "SCANCEL_PARTITION", "SCANCEL_STATE",
    ]
    /// How these programs say that they have not reached the controller.
    private static let silence = [
        "Unable to contact", "Socket timed out", "Zero Bytes were transmitted", "Connection refused", "did not answer",
        "communication", "Unexpected message received",
    ]

    private let sbatch: String
    private let squeue: String
    private let scancel: String
    private let scontrol: String
    let name: SlurmJobName

    /// - Throws: `BatchError.noEngine`.
    init(name: SlurmJobName) throws(BatchError) {
        self.name = name
        let package = "slurm-client"
        sbatch = try ProgramPath.find("sbatch", package: package)
        squeue = try ProgramPath.find("squeue", package: package)
        scancel = try ProgramPath.find("scancel", package: package)
        scontrol = try ProgramPath.find("scontrol", package: package)
    }

    /// How many tasks an array can have; 0: there are no arrays here.
    /// - Throws: `BatchError.refused`, where the cluster does not answer.
    func arraySize() async throws -> Int {
        let run = try await ToolRun.of(scontrol, ["show", "config"])
        guard run.isSuccess else { throw BatchError.refused(run.complaint) }
        return Self.arraySize(in: run.output) ?? 1
    }

    static func arraySize(in configuration: String) -> Int? {
        for line in configuration.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "=" }
            if words.count == 2, words[0] == "MaxArraySize" { return Int(words[1]) }
        }
        return nil
    }

    /// What of ours is in the queue; nil: the cluster does not answer.
    func queue() async throws -> SlurmQueue? {
        let run = try await ToolRun.of(
            squeue,
            ["--noheader", "--all", "--array", "--states=all", "--user=\(getuid())", "--format=" + SlurmQueue.format],
            without: Self.hidden)
        return run.isSuccess ? SlurmQueue(run.output, name: name) : nil
    }

    func submit(_ submission: SlurmSubmission, script: String) async throws -> Answer {
        let run = try await ToolRun.of(
            sbatch, submission.arguments(name: name), input: script, without: Self.hidden, limit: .seconds(180))
        if run.isSuccess { return SlurmSubmission.id(in: run.output).map { .taken($0) } ?? .silence }
        return Self.silence.contains { run.errors.contains($0) } ? .silence : .refused(run.complaint)
    }

    /// Ends these of our jobs. An id that is another's by now does no harm: the name must be ours too.
    func cancel(_ ids: [String]) async throws { try await cancel(named: name.text, ids) }

    /// Ends all of this user's jobs that have this name.
    func cancel(named name: String) async throws { try await cancel(named: name, []) }

    private func cancel(named name: String, _ ids: [String]) async throws {
        let choice = ["--quiet", "--user=\(getuid())", "--name=\(name)"]
        _ = try await ToolRun.of(scancel, choice + ids, without: Self.hidden)
    }
}

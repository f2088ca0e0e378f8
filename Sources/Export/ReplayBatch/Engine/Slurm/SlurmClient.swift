import Files
import Glibc
import ReplayLibrary

/// A client of a Slurm cluster that runs Slurm's own programs.
struct SlurmClient: Sendable {
    /// The outcome of a submission.
    enum Answer: Sendable {
        /// The submission was accepted and has this id for now.
        case taken(String)
        /// The submission was refused, for this reason (a clause).
        case refused(String)
        /// The controller did not answer. The submission may have been accepted or not.
        case silence
    }

    /// Environment variables of the user that would hide the jobs, or keep `sbatch` from returning.
    private static let hidden = [
        "SQUEUE_ACCOUNT", "SQUEUE_LICENSES", "SQUEUE_NAMES", "SQUEUE_PARTITION", "SQUEUE_QOS", "SQUEUE_STATES",
        "SQUEUE_USERS", "SBATCH_WAIT", "SCANCEL_INTERACTIVE", "SCANCEL_NAME", "SCANCEL_PARTITION", "SCANCEL_STATE",
    ]
    /// Error texts with which these programs report that they cannot reach the controller.
    private static let silence = [
        "Unable to contact", "Socket timed out", "Zero Bytes were transmitted", "Connection refused", "did not answer",
        "communication", "Unexpected message received",
    ]

    private let sbatch: String
    private let squeue: String
    private let scancel: String
    private let scontrol: String
    let name: SlurmJobName

    /// Finds the programs.
    /// - Throws: `BatchError.noEngine` if one is not installed.
    init(name: SlurmJobName) throws(BatchError) {
        self.name = name
        let package = "slurm-client"
        sbatch = try ProgramPath.find("sbatch", package: package)
        squeue = try ProgramPath.find("squeue", package: package)
        scancel = try ProgramPath.find("scancel", package: package)
        scontrol = try ProgramPath.find("scontrol", package: package)
    }

    /// Returns the maximum number of tasks in an array, or 0 if the cluster has no arrays.
    /// - Throws: `BatchError.refused` if the cluster does not answer.
    func arraySize() async throws -> Int {
        let run = try await ToolRun.of(scontrol, arguments: ["show", "config"])
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

    /// Returns this batch's entries in the queue, or nil if the cluster does not answer.
    func queue() async throws -> SlurmQueue? {
        let run = try await ToolRun.of(
            squeue,
            arguments: [
                "--noheader", "--all", "--array", "--states=all", "--user=\(getuid())", "--format=" + SlurmQueue.format,
            ],
            without: Self.hidden)
        return run.isSuccess ? SlurmQueue(run.output, name: name) : nil
    }

    func submit(_ submission: SlurmSubmission, script: String) async throws -> Answer {
        let run = try await ToolRun.of(
            sbatch, arguments: submission.arguments(name: name), input: script, without: Self.hidden,
            limit: .seconds(180))
        if run.isSuccess { return SlurmSubmission.id(in: run.output).map { .taken($0) } ?? .silence }
        return Self.silence.contains { run.errors.contains($0) } ? .silence : .refused(run.complaint)
    }

    /// Cancels these jobs. If an id now belongs to another job, nothing happens, because the name must match too.
    func cancel(_ ids: [String]) async throws { try await cancel(named: name.text, ids) }

    /// Cancels all jobs of this user with this name.
    func cancel(named name: String) async throws { try await cancel(named: name, []) }

    private func cancel(named name: String, _ ids: [String]) async throws {
        let choice = ["--quiet", "--user=\(getuid())", "--name=\(name)"]
        _ = try await ToolRun.of(scancel, arguments: choice + ids, without: Self.hidden)
    }
}

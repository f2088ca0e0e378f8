import Foundation

/// A process of a job on a node of a `SlurmCluster`.
public struct SlurmProcess: Hashable, Sendable {
    /// The process id.
    public let pid: Int32
    /// The process of Slurm that started this one.
    public let parent: Int32
    /// The id of the job.
    public let job: String
    /// The node's name.
    public let node: String
    /// The arguments.
    public let arguments: [String]

    /// Returns the processes of the cluster with this configuration; only the first one of each job.
    static func all(configuration: String) -> [SlurmProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let found = names.compactMap(Int32.init).compactMap { SlurmProcess($0, configuration: configuration) }
        let pids = Set(found.map(\.pid))
        return found.filter { !pids.contains($0.parent) }
    }

    private init?(_ pid: Int32, configuration: String) {
        func file(_ name: String) -> String {
            String(
                decoding: (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/\(name)"))) ?? Data(), as: UTF8.self
            )
        }
        let variables = file("environ").split(separator: "\0")
        func variable(_ key: String) -> String? {
            variables.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        guard variable("SLURM_CONF") == configuration, let node = variable("SLURMD_NODENAME"),
            let job = variable("SLURM_JOB_ID"),
            let parent = file("status").split(separator: "\n").first(where: { $0.hasPrefix("PPid:") })?
                .split(separator: "\t").last.flatMap({ Int32($0) }), parent > 1
        else { return nil }
        self.pid = pid
        self.parent = parent
        self.node = node
        self.job = job
        arguments = file("cmdline").split(separator: "\0").map(String.init)
    }
}
